package members

import (
	"slices"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/token"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/constant"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// Limits of a search for a type, and of all searches of a bundle.
const (
	maxResultDepth = 16
	maxResultSteps = 200_000
)

// typed is what an expression is.
type typed struct {
	// name is the name of a type of results, with [] before it for a list; "" for an unknown type.
	name string
	// through is where the values of names start that lead to it, and returned where the functions start that return it.
	through, returned []file.Idx
}

// typing finds the types of expressions.
type typing struct {
	*results
	names *constant.Names
	reads constant.Reads
}

// of returns the type of an expression.
func (t *typing) of(e ast.Expression, in constant.Scope) typed {
	if len(t.types) == 0 {
		return typed{}
	}
	return t.within(e, in, maxResultDepth)
}

func (t *typing) within(e ast.Expression, in constant.Scope, depth int) typed {
	if t.steps++; depth == 0 || t.steps > maxResultSteps || e == nil {
		return typed{}
	}
	depth--
	switch e := e.(type) {
	case *ast.OptionalChain:
		return t.within(e.Expression, in, depth)
	case *ast.Optional:
		return t.within(e.Expression, in, depth)
	case *ast.AwaitExpression:
		if call := syntax.Call(e.Argument); call != nil {
			return t.call(call, in, true, depth)
		}
		return t.promise(e.Argument, in, depth)
	case *ast.CallExpression:
		return t.call(e, in, false, depth)
	case *ast.ConditionalExpression:
		return t.either(e.Consequent, e.Alternate, in, depth)
	case *ast.BinaryExpression:
		if e.Operator == token.COALESCE || e.Operator == token.LOGICAL_OR {
			return t.either(e.Left, e.Right, in, depth)
		}
		return typed{}
	case *ast.DotExpression:
		if known := t.types[e]; known != "" {
			return typed{name: known}
		}
		return t.within(e.Left, in, depth).member(e.Identifier.Name.String())
	case *ast.BracketExpression:
		return t.bracket(e, in, depth)
	}
	return t.origin(t.names.Origins(e, in, t.reads), depth)
}

// origin returns the type that all values of a name have.
func (t *typing) origin(origins []constant.Origin, depth int) (found typed) {
	for i, origin := range origins {
		of := t.within(origin.Value, origin.Scope, depth)
		if origin.IsElement {
			of = of.element()
		}
		if of.name == "" || i > 0 && of.name != found.name {
			return typed{}
		}
		found = found.with(of)
		found.through = append(found.through, origin.At)
	}
	return found
}

// with adds what leads to another expression of the same type.
func (t typed) with(other typed) typed {
	return typed{other.name, slices.Concat(t.through, other.through), slices.Concat(t.returned, other.returned)}
}

// either returns the type of a value that is one of two, if the other one is null or has the same type.
func (t *typing) either(a, b ast.Expression, in constant.Scope, depth int) typed {
	switch {
	case syntax.IsNullish(a):
		return t.within(b, in, depth)
	case syntax.IsNullish(b):
		return t.within(a, in, depth)
	}
	one, other := t.within(a, in, depth), t.within(b, in, depth)
	if one.name != other.name {
		return typed{}
	}
	return one.with(other)
}

// promise returns what the promise resolves to that has a name.
func (t *typing) promise(e ast.Expression, in constant.Scope, depth int) typed {
	if _, isName := e.(*ast.Identifier); !isName {
		return typed{}
	}
	origins := t.names.Origins(e, in, t.reads)
	if len(origins) != 1 || origins[0].IsElement {
		return typed{}
	}
	call := syntax.Call(origins[0].Value)
	if call == nil {
		return typed{}
	}
	found := t.call(call, origins[0].Scope, true, depth)
	found.through = append(found.through, origins[0].At)
	return found
}

func (t *typing) bracket(e *ast.BracketExpression, in constant.Scope, depth int) typed {
	if index, isIndex := e.Member.(*ast.NumberLiteral); isIndex {
		if element := awaitedElement(e.Left, index); element != nil {
			return t.call(element, in, true, depth)
		}
	}
	of := t.within(e.Left, in, depth)
	if _, isText := e.Member.(*ast.StringLiteral); !isText && of.element().name != "" {
		return of.element()
	}
	return of.member(syntax.KeyName(e.Member))
}

// awaitedElement returns the call whose result is an element of `await Promise.all([…])`, nil for other expressions.
func awaitedElement(list ast.Expression, index *ast.NumberLiteral) *ast.CallExpression {
	await, isAwait := list.(*ast.AwaitExpression)
	at, isWhole := index.Value.(int64)
	if !isAwait || !isWhole {
		return nil
	}
	all := syntax.Call(await.Argument)
	if all == nil || !isPromiseAll(all) {
		return nil
	}
	elements, isList := syntax.Unwrapped(all.ArgumentList[0]).(*ast.ArrayLiteral)
	isSpread := func(e ast.Expression) bool { _, spreads := e.(*ast.SpreadElement); return spreads }
	if !isList || at < 0 || at >= int64(len(elements.Value)) || slices.ContainsFunc(elements.Value[:at], isSpread) {
		return nil
	}
	return syntax.Call(elements.Value[at])
}

func isPromiseAll(e *ast.CallExpression) bool {
	dot, isMember := e.Callee.(*ast.DotExpression)
	return isMember && dot.Identifier.Name == "all" && syntax.IsName(dot.Left, "Promise") && len(e.ArgumentList) == 1
}

// call returns the type of a call's value, or of what its promise resolves to if the code waits for it.
func (t *typing) call(e *ast.CallExpression, in constant.Scope, isAwaited bool, depth int) typed {
	if depth == 0 {
		return typed{}
	}
	if known := t.types[e]; known != "" {
		if !isAwaited || t.names.SetsMember(syntax.CalleeText(e.Callee)) { // ctx.crm.objects.get = …
			known = ""
		}
		return typed{name: known}
	}
	dot, isMethod := e.Callee.(*ast.DotExpression)
	if !isMethod {
		fn, scope := t.names.Called(e.Callee, in)
		return t.result(fn, scope, isAwaited, depth-1)
	}
	if isPromiseAll(e) {
		if list := syntax.Call(e.ArgumentList[0]); isAwaited && list != nil && syntax.CalleeText(list.Callee) == "map" {
			return t.mapped(list, in, true, depth)
		}
		return typed{}
	}
	method := dot.Identifier.Name.String()
	if method == "map" {
		return t.mapped(e, in, false, depth)
	}
	return t.within(dot.Left, in, depth).resultOf(method)
}

// mapped returns the type of the list that map returns, or of what the promises in it resolve to.
func (t *typing) mapped(e *ast.CallExpression, in constant.Scope, isAwaited bool, depth int) typed {
	if len(e.ArgumentList) == 0 {
		return typed{}
	}
	fn, scope := t.names.Called(e.ArgumentList[0], in)
	of := t.result(fn, scope, isAwaited, depth-1)
	if of.name != "" {
		of.name = "[]" + of.name
	}
	return of
}

// result returns the type of what a function returns, or of what its promise resolves to.
func (t *typing) result(fn ast.Expression, in constant.Scope, isAwaited bool, depth int) (found typed) {
	if fn == nil || depth <= 0 || syntax.IsAsync(fn) && !isAwaited {
		return typed{}
	}
	values, isPlain := syntax.OwnReturns(fn)
	if !isPlain {
		return typed{}
	}
	for _, e := range values {
		if syntax.IsNullish(e) {
			continue
		}
		of := typed{}
		if call := syntax.Call(e); call != nil {
			of = t.call(call, in, isAwaited, depth)
		} else if syntax.IsAsync(fn) || !isAwaited {
			of = t.within(e, in, depth)
		}
		if of.name == "" || found.name != "" && of.name != found.name {
			return typed{}
		}
		found = found.with(of)
	}
	found.returned = append(found.returned, startOf(fn))
	return found
}

// startOf returns where the first parameter of a function is, which has a position in the source, or where it starts.
func startOf(fn ast.Expression) file.Idx {
	var parameters *ast.ParameterList
	switch fn := fn.(type) {
	case *ast.FunctionLiteral:
		parameters = fn.ParameterList
	case *ast.ArrowFunctionLiteral:
		parameters = fn.ParameterList
	}
	if parameters != nil && len(parameters.List) > 0 {
		return parameters.List[0].Target.Idx0()
	}
	return fn.Idx0()
}

// element returns the type of the elements of a list.
func (t typed) element() typed {
	of, isList := strings.CutPrefix(t.name, "[]")
	if !isList {
		return typed{}
	}
	t.name = of
	return t
}

// resultOf returns the type of what a method of a list returns: a list with its elements, or one of them.
func (t typed) resultOf(method string) typed {
	of := t.element()
	switch method {
	case "filter", "slice", "reverse", "toReversed", "sort", "toSorted":
		if of.name != "" {
			return t
		}
	case "find", "findLast", "at", "pop", "shift":
		return of
	}
	return typed{}
}

func (t typed) member(name string) typed {
	members, _ := declared.ResultMembers(t.name)
	for _, one := range members {
		if one[0] == name {
			t.name = one[1]
			return t
		}
	}
	return typed{}
}
