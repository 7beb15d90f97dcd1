package handled

import (
	"slices"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/constant"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// results are expressions whose types the SDK declares, and the members that code reads below names. The zero value is
// ready.
type results struct {
	// types are those of what the promises of calls resolve to, and of the input of a trigger.
	types    map[ast.Expression]string
	below    []belowRead
	patterns []resultPattern
}

// belowRead is a member that code reads of another expression than a name.
type belowRead struct {
	of    ast.Expression
	name  string
	at    file.Idx
	scope constant.Scope
	file  string
}

// resultPattern is a pattern that takes the result of a promise apart.
type resultPattern struct {
	pattern *ast.ObjectPattern
	value   ast.Expression
	scope   constant.Scope
	file    string
}

// Typed records an expression with a path of a context, if the SDK declares the type of its result: a call, or the
// input of a trigger. It ignores other expressions, and contexts of functions that can get others than of a capability.
func (m *Members) Typed(e ast.Expression, path []string, of Capability) {
	if len(path) < 2 || path[0] != ContextMark || of.Name == "" {
		return
	}
	name := ""
	_, isCall := e.(*ast.CallExpression)
	isInput := path[1] == inputName
	switch {
	case isCall && !isInput:
		name = declared.ResultType(strings.Join(path[1:], "."))
	case !isCall && isInput && of.Name == "trigger" && len(path) == 2:
		name = declared.ResultType(inputName)
	case !isCall && isInput && of.Name == "trigger" && len(path) == 3:
		name = typed{name: declared.ResultType(inputName)}.member(path[2]).name
	}
	if name == "" {
		return
	}
	if m.results.types == nil {
		m.results.types = map[ast.Expression]string{}
	}
	m.results.types[e] = name
}

// inputName is the member of a context that has the input.
const inputName = "input"

// Pattern records the pattern that takes the result of a promise apart. It ignores other values.
func (m *Members) Pattern(pattern *ast.ObjectPattern, value ast.Expression, in constant.Scope, source string) {
	if await, ok := value.(*ast.AwaitExpression); ok && syntax.Call(await.Argument) != nil {
		m.results.patterns = append(m.results.patterns, resultPattern{pattern, value, in, source})
	}
}

// read records a member that code reads of an element, of the result of a promise, or of a member of results.
func (r *results) read(of ast.Expression, name string, in constant.Scope, source string, at file.Idx) {
	switch of := of.(type) {
	case *ast.DotExpression:
		if !declared.LeadsToResult(of.Identifier.Name.String()) {
			return
		}
	case *ast.BracketExpression:
		if _, isIndex := of.Member.(*ast.NumberLiteral); !isIndex {
			return
		}
	case *ast.AwaitExpression:
	case *ast.CallExpression:
		if last := syntax.CalleeText(of.Callee); last != "find" && last != "at" {
			return
		}
	default:
		return
	}
	r.below = append(r.below, belowRead{of, name, at, in, source})
}

// maxResultDepth bounds through how many names and members a result is followed.
const maxResultDepth = 12

// typed is what an expression is.
type typed struct {
	// name is the name of a type of results, with [] before it for a list; "" for an unknown type.
	name string
	// through is where the values of names start that lead to it.
	through []file.Idx
}

// typeOf returns the type of an expression.
func (r *results) typeOf(names *constant.Names, e ast.Expression, in constant.Scope) typed {
	if len(r.types) == 0 {
		return typed{}
	}
	return r.typeWithin(names, e, in, maxResultDepth)
}

func (r *results) typeWithin(names *constant.Names, e ast.Expression, in constant.Scope, depth int) typed {
	if depth == 0 || e == nil {
		return typed{}
	}
	switch e := e.(type) {
	case *ast.AwaitExpression:
		if call := syntax.Call(e.Argument); call != nil {
			return typed{name: r.types[call]}
		}
		return typed{}
	case *ast.CallExpression:
		if dot, isMethod := e.Callee.(*ast.DotExpression); isMethod {
			return r.typeWithin(names, dot.Left, in, depth-1).resultOf(dot.Identifier.Name.String())
		}
		return typed{}
	case *ast.DotExpression:
		if known := r.types[e]; known != "" {
			return typed{name: known}
		}
		return r.typeWithin(names, e.Left, in, depth-1).member(e.Identifier.Name.String())
	case *ast.BracketExpression:
		of := r.typeWithin(names, e.Left, in, depth-1)
		if _, isIndex := e.Member.(*ast.NumberLiteral); isIndex {
			return of.element()
		}
		return of.member(syntax.KeyName(e.Member))
	}
	origin, isKnown := names.Origin(e, in)
	if !isKnown {
		return typed{}
	}
	of := r.typeWithin(names, origin.Value, origin.Scope, depth-1)
	if origin.IsElement {
		of = of.element()
	}
	return typed{of.name, append(of.through, origin.At)}
}

// element returns the type of the elements of a list.
func (t typed) element() typed {
	of, isList := strings.CutPrefix(t.name, "[]")
	if !isList {
		return typed{}
	}
	return typed{of, t.through}
}

// resultOf returns the type of what a method of a list returns: a list with its elements, or one of them.
func (t typed) resultOf(method string) typed {
	of := t.element()
	switch method {
	case "filter", "slice", "reverse", "toReversed", "sort", "toSorted":
		if of.name != "" {
			return t
		}
	case "find", "findLast", "at":
		return of
	}
	return typed{}
}

func (t typed) member(name string) typed {
	members, _ := declared.ResultMembers(t.name)
	for _, one := range members {
		if one[0] == name {
			return typed{one[1], t.through}
		}
	}
	return typed{}
}

// unknown adds the use of a member to uses if the type does not have it.
func (t typed) unknown(
	uses []declared.Use, member, source string, at file.Idx, mark func(file.Idx) declared.Mark,
) []declared.Use {
	members, isOpen := declared.ResultMembers(t.name)
	isMember := func(one [2]string) bool { return one[0] == member }
	if members == nil || syntax.IsObjectMember(member) || slices.ContainsFunc(members, isMember) {
		return uses
	}
	name, _, _ := strings.Cut(t.name, "-")
	use := declared.Use{
		Kind: declared.UnknownResultMember, Path: []string{name, member}, File: source, At: mark(at),
	}
	for _, one := range members {
		use.Known = append(use.Known, one[0])
	}
	if isOpen {
		use.Text = declared.OfAnswer
	}
	for _, one := range t.through {
		use.Through = append(use.Through, mark(one))
	}
	return append(uses, use)
}

// unknown adds the members to uses that code reads of results by other expressions than names, and that these do not
// have.
func (r *results) unknown(
	uses []declared.Use, names *constant.Names, mark func(file.Idx) declared.Mark,
) []declared.Use {
	for _, read := range r.below {
		uses = r.typeOf(names, read.of, read.scope).unknown(uses, read.name, read.file, read.at, mark)
	}
	for _, one := range r.patterns {
		of := r.typeOf(names, one.value, one.scope)
		of.through = append(of.through, one.value.Idx0())
		for _, property := range one.pattern.Properties {
			if key := patternKey(property); key != nil {
				uses = of.unknown(uses, syntax.KeyName(key), one.file, key.Idx0(), mark)
			}
		}
	}
	return uses
}

// patternKey returns the key of a property of a pattern, nil for one that is computed or has a default.
func patternKey(property ast.Property) ast.Expression {
	switch p := property.(type) {
	case *ast.PropertyShort:
		if p.Initializer == nil {
			return &p.Name
		}
	case *ast.PropertyKeyed:
		if _, hasDefault := p.Value.(*ast.AssignExpression); !p.Computed && !hasDefault {
			return p.Key
		}
	}
	return nil
}
