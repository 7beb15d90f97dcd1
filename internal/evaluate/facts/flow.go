package facts

import (
	"slices"
	"strings"

	"github.com/dop251/goja/ast"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/constant"
	"github.com/appsvc/svc/internal/evaluate/handled"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// restMark is the last element of the path of a rest parameter, whose first element is what the path leads to. Source
// code cannot spell it.
const restMark = "%rest"

// flow is how contexts reach functions: handlers that are no function literals, and functions that a handler passes its
// context to.
type flow struct {
	declared []declaredHandler
	passed   []passedContext
	bodies   []removedBody
	// follows is set while followContexts walks functions again.
	follows bool
	// fields are what the fields of an instance lead to while its constructors and methods are walked, supers what the
	// constructor passes to super.
	fields map[string][]string
	supers [][]string
}

// declaredHandler is the options of a capability whose handler is not a function literal in them.
type declaredHandler struct {
	options ast.Expression
	scope   constant.Scope
	of      handled.Capability
}

// passedContext is a call that passes contexts.
type passedContext struct {
	node   ast.Expression
	callee ast.Expression
	scope  constant.Scope
	frame  *constant.Frame
	paths  [][]string // by position, nil for other arguments
	// floats is the use to report if the function is async: nothing waits for the call.
	floats *declared.Use
}

// removedBody is the body of a handler that leaveOut removed.
type removedBody struct {
	of   ast.Expression
	body ast.Node
}

func (f *flow) keep(fn ast.Expression, body ast.Node) {
	f.bodies = append(f.bodies, removedBody{fn, body})
}

// restore returns removed bodies to their functions, after the tree was compiled.
func (f *flow) restore() {
	for _, removed := range f.bodies {
		switch fn := removed.of.(type) {
		case *ast.FunctionLiteral:
			fn.Body, _ = removed.body.(*ast.BlockStatement)
		case *ast.ArrowFunctionLiteral:
			fn.Body, _ = removed.body.(ast.ConciseBody)
		}
	}
	f.bodies = nil
}

// capabilityCalls are the functions whose options have a handler.
var capabilityCalls = []string{"tool", "action", "cardBackend", "trigger", "sync"}

// options remembers the options of a capability: only their handlers receive a context.
func (f *finder) options(e *ast.CallExpression) {
	if f.flow.follows || len(e.ArgumentList) != 2 || !slices.Contains(capabilityCalls, syntax.CalleeText(e.Callee)) {
		return
	}
	options := e.ArgumentList[1]
	of := handled.Capability{Name: syntax.CalleeText(e.Callee), At: syntax.CalleeName(e.Callee), File: f.file}
	if object, ok := options.(*ast.ObjectLiteral); ok {
		of.Options = object
		f.capability = of
		if !handled.MayNameHandler(object) {
			return
		}
	}
	f.flow.declared = append(f.flow.declared, declaredHandler{options, f.names.Current(), of})
}

// passes remembers a call that passes contexts to a function that can be one of the project.
func (f *finder) passes(e *ast.CallExpression) {
	if len(e.ArgumentList) == 0 || f.isOfContext(e.Callee) {
		return
	}
	callee, args := syntax.Called(e)
	paths := f.pathsOf(args)
	if _, isSuper := callee.(*ast.SuperExpression); isSuper || paths == nil {
		f.superGets(paths, isSuper)
		return
	}
	passed := passedContext{node: e, callee: callee, scope: f.names.Current(), paths: paths}
	if slices.Contains(f.droppedCalls, e) {
		use := f.floatingUse(e, syntax.CalleeText(callee))
		passed.floats = &use
	}
	f.flow.passed = append(f.flow.passed, passed)
}

// pathsOf returns the contexts among arguments as paths, nil for none.
func (f *finder) pathsOf(args []ast.Expression) (paths [][]string) {
	if !f.in.inHandler {
		return nil
	}
	for i, arg := range args {
		spread, isSpread := arg.(*ast.SpreadElement)
		if isSpread {
			arg = spread.Expression
		}
		if !f.isOfContext(arg) {
			continue
		}
		path, ok := f.path(arg)
		if isRest := ok && path[len(path)-1] == restMark; isRest != isSpread || !ok {
			continue
		}
		path = slices.DeleteFunc(slices.Clone(path), func(name string) bool { return name == restMark })
		if !isFollowed(path) || len(path) == 1 && f.in.handlerOf.IsSource() {
			continue
		}
		for len(paths) <= i {
			paths = append(paths, nil)
		}
		paths[i] = path
		f.passesOfTrigger(path, arg)
	}
	return paths
}

// isOfContext reports whether an expression is a name that leads to a context, or a member of one.
func (f *finder) isOfContext(e ast.Expression) bool {
	for {
		switch inner := e.(type) {
		case *ast.PrivateDotExpression:
			return f.in.kept(e) != nil
		case *ast.DotExpression:
			if f.in.kept(e) != nil {
				return true
			}
			e = inner.Left
		case *ast.OptionalChain:
			e = inner.Expression
		case *ast.Optional:
			e = inner.Expression
		case *ast.Identifier:
			return f.isContext(inner.Name.String())
		default:
			return false
		}
	}
}

// isFollowed reports whether rules check what functions do with a path: its members are known, or it is ctx.env.
func isFollowed(path []string) bool {
	below := strings.Join(path[1:], ".")
	return below == envName || declared.ContextMembers(below) != nil
}
