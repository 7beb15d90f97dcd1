package handled

import (
	"slices"

	"github.com/dop251/goja/ast"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/constant"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// followed returns how many leading arguments are followed through names: those that rules read.
func followed(path []string) int {
	if path[len(path)-1] == "request" { // method and path
		return 2
	}
	return 1
}

// Literals returns the lists of leading arguments that a call can have. The first argument may have several values.
func (c *ContextCall) Literals(names *constant.Names) [][]declared.Literal {
	isOfBilling := slices.Contains(c.Path, "billing")
	if len(c.Args) == 0 || isOfBilling && names.IsOwn(c.Callee, c.Scope, "billing") {
		return nil
	}
	var firsts []declared.Literal
	if head := syntax.StartOf(c.Args[0]); syntax.HasHost(head) {
		firsts = []declared.Literal{{Head: head}} // rules read no more of a URL
	} else {
		firsts = follow(names, c.Args[0], c.Scope)
	}
	lists := make([][]declared.Literal, 0, len(firsts))
	for _, first := range firsts {
		list := []declared.Literal{first}
		for i := 1; i < len(c.Args) && list[i-1].Known; i++ {
			next := LiteralOf(c.Args[i])
			if !next.Known && i < followed(c.Path) {
				if found := follow(names, c.Args[i], c.Scope); len(found) == 1 {
					next = found[0]
				}
			}
			list = append(list, next)
		}
		if last := list[len(list)-1]; !last.Known && last.Head == "" && len(last.List) == 0 {
			list = list[:len(list)-1]
		}
		lists = append(lists, list)
	}
	return lists
}

// follow returns the values that an argument can have. One that is not Known stands for all others.
func follow(names *constant.Names, e ast.Expression, scope constant.Scope) []declared.Literal {
	if l := LiteralOf(e); l.Known {
		return []declared.Literal{l}
	}
	switch e.(type) {
	case *ast.FunctionLiteral, *ast.ArrowFunctionLiteral, *ast.ObjectLiteral, *ast.SpreadElement:
		return []declared.Literal{{}}
	}
	if list, isList, others := names.List(e, scope); isList {
		l := declared.Literal{Known: !others, List: make([]string, 0, len(list))}
		for _, t := range list {
			if !t.Open {
				l.List = append(l.List, t.Text)
			}
		}
		return []declared.Literal{l}
	}
	texts, others := names.Texts(e, scope)
	var found []declared.Literal
	for _, t := range texts {
		if t.Open {
			found = append(found, declared.Literal{Head: t.Text})
		} else {
			found = append(found, declared.Literal{Known: true, Text: t.Text})
		}
	}
	if others && !slices.ContainsFunc(found, func(l declared.Literal) bool { return !l.Known }) {
		found = append(found, declared.Literal{})
	}
	return found
}

// LiteralOf returns an argument that is a plain string, or an array of plain strings. Others are unknown.
func LiteralOf(e ast.Expression) declared.Literal {
	switch e := e.(type) {
	case *ast.StringLiteral:
		return declared.Literal{Known: true, Text: e.Value.String()}
	case *ast.TemplateLiteral:
		if e.Tag == nil && len(e.Elements) == 1 {
			return declared.Literal{Known: true, Text: e.Elements[0].Parsed.String()}
		}
	case *ast.ArrayLiteral:
		list := make([]string, 0, len(e.Value))
		for _, element := range e.Value {
			l := LiteralOf(element)
			if !l.Known || l.List != nil {
				return declared.Literal{} // an unknown element makes the list unknown
			}
			list = append(list, l.Text)
		}
		return declared.Literal{Known: true, List: list}
	}
	return declared.Literal{}
}

// Headers returns the headers of a call that can hold a secret and have a value in the source.
func Headers(names *constant.Names, c *ContextCall) (found []declared.Use) {
	i := syntax.HeaderOptions(c.Path)
	if i < 0 || i >= len(c.Args) || !syntax.HasHeaders(c.Args[i]) {
		return nil
	}
	headers, scope := names.MemberOf(c.Args[i], c.Scope, "headers")
	if headers == nil {
		return nil
	}
	for _, m := range names.Members(headers, scope, syntax.IsSecretHeader) {
		for _, t := range m.Texts {
			if !t.Open && !m.Others {
				use := declared.Use{Kind: declared.LiteralHeader, Path: []string{m.Name}, Text: t.Text, File: c.File}
				use.At = c.Mark(m.Key.Idx0())
				found = append(found, use)
			}
		}
	}
	return found
}
