package evaluate

import (
	"slices"

	"github.com/dop251/goja/ast"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/constant"
	"github.com/appsvc/svc/internal/evaluate/handled"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// foundCall is a call whose arguments are not read yet.
type foundCall struct {
	call   declared.Call
	callee ast.Expression
	args   []ast.Expression
	scope  constant.Scope
}

// variants is one call with the arguments that it can have. No arguments are known if there are none.
type variants struct {
	call declared.Call
	args [][]declared.Literal
}

// followed returns how many leading arguments are followed through names: those that rules read.
func followed(path []string) int {
	if path[len(path)-1] == "request" { // method and path
		return 2
	}
	return 1
}

// calls reads the arguments of the calls that were found.
func (f *factFinder) calls() []variants {
	all := make([]variants, len(f.found))
	for i := range f.found {
		c := &f.found[i]
		all[i].call = c.call
		if len(c.args) > 0 {
			all[i].call.ArgAt = f.mark(c.args[0].Idx0())
		}
		all[i].args = f.arguments(c)
		f.named(c)
	}
	f.uses = append(f.uses, f.promises.Unawaited(&f.names)...)
	f.readSDKCalls()
	f.uses = append(f.uses, f.outputs.Unset(f.mark)...)
	f.uses = append(f.uses, f.planLists.Compared(&f.names, f.mark)...)
	f.uses = append(f.uses, f.kept.Unread(&f.names, f.mentions.ReadsOf)...)
	f.uses = append(f.uses, f.bodies.Misread(&f.names)...)
	f.uses = append(f.uses, f.made.Uses(&f.names, f.mark)...)
	f.uses = append(f.uses, f.members.Unknown(&f.names, &f.tests, f.mentions.CountOf, f.mark)...)
	f.uses = append(f.uses, f.keys.Unknown(&f.names)...)
	f.uses = append(f.uses, f.mentions.Undeclared()...)
	f.uses = slices.DeleteFunc(f.uses, func(u declared.Use) bool {
		return u.Kind == declared.ProcessEnv && slices.Contains(f.guarded, u.File) || f.metas.IsAsked(u) ||
			f.tests.MayDiffer(u, &f.names)
	})
	return all
}

// named records what the arguments of a call of a context name.
func (f *factFinder) named(c *foundCall) {
	call := &handled.ContextCall{
		Path: c.call.Path, Callee: c.callee, File: c.call.File, Args: c.args, Scope: c.scope, Mark: f.mark,
	}
	f.uses = append(f.uses, handled.Headers(&f.names, call)...)
	if f.wantsProperties {
		f.uses = append(f.uses, handled.Properties(&f.names, call)...)
	}
	f.uses = append(f.uses, call.Uses(&f.names)...)
}

// arguments returns the lists of leading arguments that a call can have. The first argument may have several values.
func (f *factFinder) arguments(c *foundCall) [][]declared.Literal {
	isOfBilling := slices.Contains(c.call.Path, billingName)
	if len(c.args) == 0 || isOfBilling && f.names.IsOwn(c.callee, c.scope, billingName) {
		return nil
	}
	var firsts []declared.Literal
	if head := syntax.StartOf(c.args[0]); syntax.HasHost(head) {
		firsts = []declared.Literal{{Head: head}} // rules read no more of a URL
	} else {
		firsts = f.follow(c.args[0], c.scope)
	}
	lists := make([][]declared.Literal, 0, len(firsts))
	for _, first := range firsts {
		list := []declared.Literal{first}
		for i := 1; i < len(c.args) && list[i-1].Known; i++ {
			next := handled.LiteralOf(c.args[i])
			if !next.Known && i < followed(c.call.Path) {
				if found := f.follow(c.args[i], c.scope); len(found) == 1 {
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
func (f *factFinder) follow(e ast.Expression, scope constant.Scope) []declared.Literal {
	if l := handled.LiteralOf(e); l.Known {
		return []declared.Literal{l}
	}
	switch e.(type) {
	case *ast.FunctionLiteral, *ast.ArrowFunctionLiteral, *ast.ObjectLiteral, *ast.SpreadElement:
		return []declared.Literal{{}}
	}
	if list, isList, others := f.names.List(e, scope); isList {
		l := declared.Literal{Known: !others, List: make([]string, 0, len(list))}
		for _, t := range list {
			if !t.Open {
				l.List = append(l.List, t.Text)
			}
		}
		return []declared.Literal{l}
	}
	texts, others := f.names.Texts(e, scope)
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

// appendTo appends a call for each list of arguments.
func (v *variants) appendTo(calls []declared.Call) []declared.Call {
	if len(v.args) == 0 {
		return append(calls, v.call)
	}
	for _, args := range v.args {
		calls = append(calls, v.call)
		calls[len(calls)-1].Args = args
	}
	return calls
}
