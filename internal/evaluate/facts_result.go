package evaluate

import (
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/unistring"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// sdkObject is bundle.SDKGlobal. The bundle has a constant for each name that code imports of the SDK.
const sdkObject = "__svc_sdk"

// resultFunctions are the functions of the SDK that make results.
var resultFunctions = []string{"ok", "failContinue", "failStop", "retryLater", "block"}

// imported records the names that a bundle gives functions of the SDK that make results. A module of the bundle assigns
// them: `ok2 = globalThis.__svc_sdk.ok`.
func (f *factFinder) imported(s ast.Statement) {
	variable, ok := s.(*ast.VariableStatement)
	if !ok || len(variable.List) != 1 {
		return
	}
	call, ok := variable.List[0].Initializer.(*ast.CallExpression)
	if !ok {
		return
	}
	body := moduleBody(call)
	if body == nil {
		return
	}
	for _, statement := range body.List {
		if name, original := sdkName(statement); slices.Contains(resultFunctions, original) {
			if f.results == nil {
				f.results = map[unistring.String]string{}
			}
			f.results[name] = original
		}
	}
}

// sdkName returns the name to which a statement assigns an export of the SDK, and the name of that export.
func sdkName(s ast.Statement) (name unistring.String, original string) {
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

// resultFunction returns which of the functions that make results an expression is, "" for none.
func (f *factFinder) resultFunction(e ast.Expression) string {
	if name, ok := syntax.Unwrapped(e).(*ast.Identifier); ok {
		return f.results[name.Name]
	}
	return ""
}

// resultOf returns the function of the SDK that makes the result which an expression is, "" for other expressions.
func (f *factFinder) resultOf(e ast.Expression) string {
	if await, ok := e.(*ast.AwaitExpression); ok {
		return f.resultOf(await.Argument)
	}
	if call := syntax.Call(e); call != nil {
		return f.resultFunction(call.Callee)
	}
	return ""
}

// discarded reports a statement that makes a result and does nothing with it.
func (f *factFinder) discarded(e ast.Expression) {
	switch e := e.(type) {
	case *ast.ConditionalExpression:
		f.discarded(e.Consequent)
		f.discarded(e.Alternate)
	case *ast.BinaryExpression:
		if syntax.IsLogical(e.Operator) {
			f.discarded(e.Right)
		}
	default:
		f.lost(f.resultOf(e), declared.Discarded, e.Idx0())
	}
}

// thrown reports a result that is thrown.
func (f *factFinder) thrown(s *ast.ThrowStatement) {
	f.lost(f.resultOf(s.Argument), declared.Thrown, s.Idx0())
}

func (f *factFinder) lost(function, how string, at file.Idx) {
	isAgain := f.flow.follows && how != declared.Uncalled // the first walk does not know what is a handler
	if function != "" && !isAgain {
		f.use(declared.LostResult, []string{function}, at)
		f.uses[len(f.uses)-1].Text = how
	}
}
