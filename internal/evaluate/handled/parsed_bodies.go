package handled

import (
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/unistring"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/constant"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// parsingMethods are the methods of ctx.http that return the parsed body of a response.
var parsingMethods = []string{"get", "post", "put", "patch", "delete"}

// ParsedBodies are calls of ctx.http, and calls that read what these return like a Response. The zero value is ready.
type ParsedBodies struct {
	calls map[*ast.CallExpression]string
	reads []bodyRead
	thens []thenCall
}

// thenCall is a call of then, with the name of its function's parameter.
type thenCall struct {
	of       *ast.CallExpression
	function ast.Expression
	param    unistring.String
}

// bodyRead is a call such as body.json().
type bodyRead struct {
	of    ast.Expression
	scope constant.Scope
	use   declared.Use
}

// Call records a call at a path. use has the position of the called name.
func (p *ParsedBodies) Call(e *ast.CallExpression, path []string, scope constant.Scope, use declared.Use) {
	if last := len(path) - 1; isParsing(path) {
		if p.calls == nil {
			p.calls = map[*ast.CallExpression]string{}
		}
		p.calls[e] = path[last]
		return
	}
	callee, ok := e.Callee.(*ast.DotExpression)
	if ok && callee.Identifier.Name == "then" && len(e.ArgumentList) > 0 {
		param := syntax.Parameter(e.ArgumentList[0])
		p.thens = append(p.thens, thenCall{syntax.Call(callee.Left), e.ArgumentList[0], param})
	}
	if !ok || len(e.ArgumentList) > 0 || !syntax.IsBodyMethod(callee.Identifier.Name.String()) {
		return
	}
	use.Kind, use.Text = declared.ParsedBody, callee.Identifier.Name.String()
	p.reads = append(p.reads, bodyRead{callee.Left, scope, use})
}

// isParsing reports whether a path is that of such a method of a context.
func isParsing(path []string) bool {
	return len(path) == 3 && (path[0] == ContextMark || path[0] == "ctx") && path[1] == "http" &&
		slices.Contains(parsingMethods, path[2])
}

// Misread returns the calls that read a parsed body like a Response.
func (p *ParsedBodies) Misread(names *constant.Names) (found []declared.Use) {
	seen := map[declared.Mark]bool{} // the functions that receive a context are walked again
	for _, read := range p.reads {
		if method := p.calls[p.made(names, read)]; method != "" && !seen[read.use.At] {
			seen[read.use.At] = true
			read.use.Path = []string{method}
			found = append(found, read.use)
		}
	}
	return found
}

// made returns the call whose result the read object is: an awaited one, or the one whose then calls the function that
// has the object as its parameter.
func (p *ParsedBodies) made(names *constant.Names, read bodyRead) *ast.CallExpression {
	of := read.of
	name, isName := of.(*ast.Identifier)
	if isName {
		of = names.Only(name, read.scope)
	}
	if await, ok := of.(*ast.AwaitExpression); ok {
		return syntax.Call(await.Argument)
	}
	if isName {
		return p.thenOf(name)
	}
	return nil
}

// thenOf returns the call whose then calls the function around a name that is its parameter.
func (p *ParsedBodies) thenOf(name *ast.Identifier) *ast.CallExpression {
	for _, then := range slices.Backward(p.thens) {
		isInside := then.function.Idx0() <= name.Idx && name.Idx < then.function.Idx1()
		if isInside && then.param == name.Name {
			return then.of
		}
	}
	return nil
}
