package handled

import (
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/unistring"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// sdkObject is bundle.SDKGlobal. The bundle has a name for each export of the SDK that code imports.
const sdkObject = "__svc_sdk"

// resultFunctions are the functions of the SDK that make results.
var resultFunctions = []string{"ok", "failContinue", "failStop", "retryLater", "block"}

// promiseFunctions are the functions of the SDK that handlers call and that return promises.
var promiseFunctions = []string{"lookupInstall", "handOff"}

// Functions are the functions of the SDK that make results or return promises, by their names in a bundle.
type Functions map[unistring.String]string

// Import records the names that the module of the SDK assigns: `ok2 = globalThis.__svc_sdk.ok`. It ignores other
// statements.
func (f *Functions) Import(s ast.Statement) {
	variable, ok := s.(*ast.VariableStatement)
	if !ok || len(variable.List) != 1 {
		return
	}
	call, ok := variable.List[0].Initializer.(*ast.CallExpression)
	if !ok {
		return
	}
	body := syntax.ModuleBody(call)
	if body == nil {
		return
	}
	for _, statement := range body.List {
		name, original := assigned(statement)
		if slices.Contains(resultFunctions, original) || slices.Contains(promiseFunctions, original) {
			if *f == nil {
				*f = Functions{}
			}
			(*f)[name] = original
		}
	}
}

// assigned returns the name to which a statement assigns an export of the SDK, and the name of that export.
func assigned(s ast.Statement) (name unistring.String, original string) {
	statement, _ := s.(*ast.ExpressionStatement)
	if statement == nil {
		return "", ""
	}
	assign, _ := statement.Expression.(*ast.AssignExpression)
	if assign == nil {
		return "", ""
	}
	target, isName := assign.Left.(*ast.Identifier)
	member, isMember := assign.Right.(*ast.DotExpression)
	if !isName || !isMember {
		return "", ""
	}
	if sdk, isOfGlobal := member.Left.(*ast.DotExpression); !isOfGlobal || sdk.Identifier.Name != sdkObject {
		return "", ""
	}
	return target.Name, member.Identifier.Name.String()
}

// OfResult returns which of the functions that make results an expression is, "" for none.
func (f Functions) OfResult(e ast.Expression) string { return f.among(resultFunctions, e) }

// OfPromise returns which of the functions that return promises an expression is, "" for none.
func (f Functions) OfPromise(e ast.Expression) string { return f.among(promiseFunctions, e) }

func (f Functions) among(all []string, e ast.Expression) string {
	if name, ok := syntax.Unwrapped(e).(*ast.Identifier); ok && slices.Contains(all, f[name.Name]) {
		return f[name.Name]
	}
	return ""
}

// MadeBy returns the function that makes the result which an expression is, "" for other expressions.
func (f Functions) MadeBy(e ast.Expression) string {
	if await, ok := e.(*ast.AwaitExpression); ok {
		return f.MadeBy(await.Argument)
	}
	if call := syntax.Call(e); call != nil {
		return f.OfResult(call.Callee)
	}
	return ""
}

// LackingContext returns a finding if a call of lookupInstall or handOff has one argument of the two.
func LackingContext(e *ast.CallExpression, functions Functions) []Finding {
	function := functions.OfPromise(e.Callee)
	if function == "" || len(e.ArgumentList) != 1 {
		return nil
	}
	if _, isSpread := e.ArgumentList[0].(*ast.SpreadElement); isSpread {
		return nil
	}
	use := declared.Use{Kind: declared.LacksContext, Path: []string{function}}
	return []Finding{{Use: use, At: syntax.CalleeName(e.Callee)}}
}
