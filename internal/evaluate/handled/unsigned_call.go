package handled

import (
	"slices"

	"github.com/dop251/goja/ast"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/constant"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// isGlobalFetch reports whether a call in a card can be the browser's fetch.
func isGlobalFetch(path []string) bool { return len(path) == 1 && path[0] == "fetch" }

// serverlessFunctions are functions of the CRM's UI package, and of the argument of extend's function, that call
// serverless functions of the app's CRM project.
var serverlessFunctions = []string{"serverless", "runServerlessFunction", "runServerless"}

// isServerless reports whether a call in a card can be of one of them. serverless is a method of the package's object.
func isServerless(path []string) bool {
	name := calledFunction(path)
	return slices.Contains(serverlessFunctions, name) && (name != "serverless" || len(path) == 2)
}

// isCertainlyServerless reports whether such a call is not of a function of the project that a component gets under the
// same name: serverless is a member of what the package exports, the others take an object with the name of the
// function, and code that passes runServerlessFunction on as runServerless has a name for it.
func isCertainlyServerless(names *constant.Names, c *ContextCall) bool {
	name := calledFunction(c.Path)
	if name == "serverless" {
		of, _ := syntax.MemberOf(c.Callee)
		id, isName := of.(*ast.Identifier)
		return isName && !names.IsKnown(id, c.Scope)
	}
	takesName := syntax.Member(syntax.Unwrapped(c.Args[0]), "name") != nil
	return takesName && (name != "runServerless" || names.Declares("runServerlessFunction"))
}

// UnsignedCalls returns a use for a call of a card backend that the CRM does not sign: one of the browser's fetch with
// the URL of a backend, one of callBackend whose first argument is not the function that signs, and one of a
// serverless function.
func UnsignedCalls(names *constant.Names, c *ContextCall) []declared.Use {
	if len(c.Args) == 0 {
		return nil
	}
	use := declared.Use{Kind: declared.UnsignedCall, File: c.File, At: c.Mark(syntax.CalleeName(c.Callee))}
	if isGlobalFetch(c.Path) {
		use.Path, use.Text = []string{"fetch"}, "fetch"
		if isBackendURL(names, c) {
			return []declared.Use{use}
		}
		return nil
	}
	if isServerless(c.Path) {
		if !isCertainlyServerless(names, c) {
			return nil
		}
		use.Path, use.Text = c.Path, declared.OfServerless
		return []declared.Use{use}
	}
	if calledFunction(c.Path) != "callBackend" {
		return nil
	}
	use.Path, use.At = []string{"callBackend"}, c.Mark(c.Args[0].Idx0())
	switch e := c.Args[0].(type) {
	case *ast.Identifier:
		if names.IsKnown(e, c.Scope) {
			return nil // it may be the function that signs
		}
		use.Text = syntax.Stem(e.Name.String())
	case *ast.StringLiteral, *ast.TemplateLiteral:
		use.Text = syntax.LiteralShape(e)
	}
	if use.Text == "" {
		return nil
	}
	return []declared.Use{use}
}

// isBackendURL reports whether the first argument is the result of backendUrl.
func isBackendURL(names *constant.Names, c *ContextCall) bool {
	url := c.Args[0]
	if name, isName := url.(*ast.Identifier); isName {
		url, _ = names.Fixed(name, c.Scope)
	}
	call, isCall := url.(*ast.CallExpression)
	return isCall && syntax.Stem(syntax.CalleeText(call.Callee)) == "backendUrl"
}
