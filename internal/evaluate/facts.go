// This file finds the calls in users' code that rules care about: those of the CRM client, of billing,
// of usesScopes, and plain HTTP calls. They may never run, so they are read off the syntax tree.

package evaluate

import (
	"slices"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"

	"github.com/appsvc/svc/internal/declared"
)

// factFinder is told of scopes, bindings and calls while the walker goes through a file.
type factFinder struct {
	shard int32
	file  string
	found []declared.Call
	// scopes map a name to the path that it stands for: `const { crm } = ctx` makes crm ctx.crm.
	scopes []map[string][]string
}

// The path elements that make a call one of interest.
const (
	crmName        = "crm"
	httpName       = "http"
	billingName    = "billing"
	fetchName      = "fetch"
	usesScopesName = "usesScopes"
)

func (f *factFinder) enter() (leave func()) {
	f.scopes = append(f.scopes, nil)
	return func() { f.scopes = f.scopes[:len(f.scopes)-1] }
}

// call notes a call when its callee is of interest.
func (f *factFinder) call(e *ast.CallExpression) {
	path, ok := f.path(e.Callee)
	if !ok || !ofInterest(path) {
		return
	}
	f.found = append(f.found, declared.Call{
		Path: path, Args: literals(e.ArgumentList), File: f.file,
		At: declared.Mark{Shard: f.shard, Offset: int32(calleeName(e.Callee))},
	})
}

func ofInterest(path []string) bool {
	last := path[len(path)-1]
	if last == usesScopesName || last == fetchName && len(path) == 1 {
		return true
	}
	return slices.Contains(path, crmName) || slices.ContainsFunc(path[:len(path)-1], isClient)
}

// isClient reports whether a name is that of a member of the handler's context whose calls are of interest.
func isClient(name string) bool { return name == crmName || name == httpName || name == billingName }

// path is the callee as written, names that stand for a path replaced by it. ok is false when there
// is nothing to read, such as the result of a call that is called.
func (f *factFinder) path(e ast.Expression) (path []string, ok bool) {
	switch e := e.(type) {
	case *ast.Identifier:
		return f.resolve(e.Name), true
	case *ast.ThisExpression:
		return []string{"this"}, true
	case *ast.DotExpression:
		left, _ := f.path(e.Left)
		return append(slices.Clip(left), e.Identifier.Name.String()), true
	case *ast.BracketExpression:
		name, isString := e.Member.(*ast.StringLiteral)
		if !isString {
			return nil, false
		}
		left, _ := f.path(e.Left)
		return append(slices.Clip(left), name.Value.String()), true
	case *ast.OptionalChain:
		return f.path(e.Expression)
	case *ast.Optional:
		return f.path(e.Expression)
	case *ast.SequenceExpression: // (0, x.y)(), as the bundler writes calls of imports
		return f.path(e.Sequence[len(e.Sequence)-1])
	}
	return nil, false
}

func (f *factFinder) resolve(name unistring.String) []string {
	text := name.String()
	for i := len(f.scopes) - 1; i >= 0; i-- {
		if path, known := f.scopes[i][text]; known {
			if path == nil {
				break // a name of its own
			}
			return path
		}
	}
	return []string{original(text)}
}

// original undoes the bundler's renaming where it matters: of two names in one scope it calls the
// second crm2. A user who writes crm2 means the CRM's client too, most likely.
func original(name string) string {
	switch stem := strings.TrimRight(name, "0123456789"); stem {
	case crmName, httpName, billingName, fetchName, usesScopesName:
		return stem
	}
	return name
}

// bind notes what a declared name stands for.
func (f *factFinder) bind(target ast.BindingTarget, value ast.Expression) {
	switch target := target.(type) {
	case *ast.Identifier:
		f.name(target, value)
	case *ast.ObjectPattern:
		base, _ := f.path(value)
		f.pattern(target, base)
	}
}

// name notes `const name = some.path`.
func (f *factFinder) name(target *ast.Identifier, value ast.Expression) {
	path, ok := f.path(value)
	if !ok || len(path) < 2 {
		path = nil
	}
	f.set(target.Name.String(), path)
}

func (f *factFinder) set(name string, path []string) {
	if len(f.scopes) == 0 {
		return
	}
	if path != nil && !slices.ContainsFunc(path, isClient) {
		path = nil
	}
	scope := &f.scopes[len(f.scopes)-1]
	if path == nil && (*scope)[name] == nil && !isClient(name) {
		return // stands for itself, as it does when nothing is known
	}
	if *scope == nil {
		*scope = map[string][]string{}
	}
	(*scope)[name] = path
}

// pattern notes the names of `const { a, b: { c } } = base`.
func (f *factFinder) pattern(pattern *ast.ObjectPattern, base []string) {
	for _, property := range pattern.Properties {
		switch p := property.(type) {
		case *ast.PropertyShort:
			name := p.Name.Name.String()
			f.set(name, append(slices.Clip(base), name))
		case *ast.PropertyKeyed:
			if p.Computed {
				continue
			}
			path := append(slices.Clip(base), keyName(p.Key))
			switch target := p.Value.(type) {
			case *ast.Identifier:
				f.set(target.Name.String(), path)
			case *ast.ObjectPattern:
				f.pattern(target, path)
			}
		}
	}
}

// literals reads the leading arguments whose values stand in the source.
func literals(args []ast.Expression) []declared.Literal {
	var out []declared.Literal
	for _, arg := range args {
		l := literal(arg)
		if l.Known || l.Head != "" {
			out = append(out, l)
		}
		if !l.Known {
			break
		}
	}
	return out
}

func literal(e ast.Expression) declared.Literal {
	switch e := e.(type) {
	case *ast.StringLiteral:
		return declared.Literal{Known: true, Text: e.Value.String()}
	case *ast.TemplateLiteral:
		return templateLiteral(e)
	case *ast.ArrayLiteral:
		list := make([]string, 0, len(e.Value))
		for _, element := range e.Value {
			l := literal(element)
			if !l.Known || l.List != nil {
				return declared.Literal{} // one that is not known makes the list unknown
			}
			list = append(list, l.Text)
		}
		return declared.Literal{Known: true, List: list}
	case *ast.BinaryExpression:
		if left := literal(e.Left); e.Operator == token.PLUS && left.List == nil {
			return declared.Literal{Head: left.Text + left.Head}
		}
	}
	return declared.Literal{}
}

// templateLiteral reads a template string; with expressions in it, its beginning.
func templateLiteral(e *ast.TemplateLiteral) declared.Literal {
	if e.Tag != nil || len(e.Elements) == 0 {
		return declared.Literal{}
	}
	if len(e.Expressions) > 0 {
		return declared.Literal{Head: e.Elements[0].Parsed.String()}
	}
	var b strings.Builder
	for _, element := range e.Elements {
		b.WriteString(element.Parsed.String())
	}
	return declared.Literal{Known: true, Text: b.String()}
}
