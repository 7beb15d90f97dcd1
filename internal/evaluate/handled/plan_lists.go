package handled

import (
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/unistring"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/constant"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// PlanLists are the lists in which code looks for the id of an install's plan. The zero value is ready.
type PlanLists []planList

type planList struct {
	list  ast.Expression
	scope constant.Scope
	file  string
}

// lookups are the methods of lists and sets that look for a value.
var lookups = []unistring.String{"includes", "indexOf", "lastIndexOf", "has"}

// Call records the list of a call that looks for the id of a plan in it, such as PAID.includes(state.plan). It ignores
// other calls.
func (l *PlanLists) Call(
	pathOf func(ast.Expression) ([]string, bool), e *ast.CallExpression, scope constant.Scope, file string,
) {
	dot, ok := e.Callee.(*ast.DotExpression)
	if !ok || len(e.ArgumentList) == 0 || !slices.Contains(lookups, dot.Identifier.Name) {
		return
	}
	if isPlan(pathOf, e.ArgumentList[0]) {
		*l = append(*l, planList{dot.Left, scope, file})
	}
}

// Compared returns the texts of the lists. Those of lists that code changes are unknown.
func (l PlanLists) Compared(names *constant.Names, mark func(file.Idx) declared.Mark) (found []declared.Use) {
	for _, one := range l {
		list, scope := listLiteral(names, one.list, one.scope)
		if list == nil {
			continue
		}
		for _, element := range list.Value {
			if id, isName := element.(*ast.Identifier); isName {
				element, _ = names.Fixed(id, scope)
			}
			if text, isText := element.(*ast.StringLiteral); isText {
				found = append(found, declared.Use{
					Kind: declared.PlanID, Path: []string{text.Value.String()}, File: one.file, At: mark(text.Idx),
				})
			}
		}
	}
	return found
}

// listLiteral returns the list that an expression is, also under a name, frozen or in a set. It is nil for others.
func listLiteral(names *constant.Names, e ast.Expression, scope constant.Scope) (*ast.ArrayLiteral, constant.Scope) {
	for range maxOptionDepth {
		switch inner := syntax.Unwrapped(e).(type) {
		case *ast.ArrayLiteral:
			return inner, scope
		case *ast.Identifier:
			e, scope = names.Fixed(inner, scope)
		case *ast.NewExpression:
			if !syntax.IsName(inner.Callee, "Set") || len(inner.ArgumentList) != 1 {
				return nil, 0
			}
			e = inner.ArgumentList[0]
		case *ast.CallExpression:
			if syntax.CalleeText(inner.Callee) != "freeze" || len(inner.ArgumentList) != 1 {
				return nil, 0
			}
			e = inner.ArgumentList[0]
		default:
			return nil, 0
		}
	}
	return nil, 0
}
