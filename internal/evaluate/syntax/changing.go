package syntax

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
)

// IsChanging reports whether a text has a part that is new each time: the present time in ms, or a random value. isAll
// means that it has no other part that can differ.
func IsChanging(e ast.Expression) (isChanging, isAll bool) {
	switch e := e.(type) {
	case *ast.StringLiteral, *ast.NumberLiteral:
		return false, true
	case *ast.TemplateLiteral:
		if e.Tag == nil {
			return areChanging(e.Expressions)
		}
	case *ast.BinaryExpression:
		if e.Operator == token.PLUS {
			return areChanging([]ast.Expression{e.Left, e.Right})
		}
	case *ast.CallExpression:
		if IsName(e.Callee, "String") && len(e.ArgumentList) == 1 {
			return IsChanging(e.ArgumentList[0])
		}
		if dot, isMethod := e.Callee.(*ast.DotExpression); isMethod && dot.Identifier.Name == "toString" {
			return IsChanging(dot.Left)
		}
		isNew := isChangingCall(e)
		return isNew, isNew
	}
	return false, false
}

func areChanging(parts []ast.Expression) (isChanging, isAll bool) {
	isAll = true
	for _, part := range parts {
		one, all := IsChanging(part)
		isChanging, isAll = isChanging || one, isAll && all
	}
	return isChanging, isAll
}

// isChangingCall reports whether a call is Date.now(), Math.random() or crypto.randomUUID().
func isChangingCall(e *ast.CallExpression) bool {
	dot, isMethod := e.Callee.(*ast.DotExpression)
	if !isMethod || len(e.ArgumentList) > 0 {
		return CalleeText(e.Callee) == "randomUUID"
	}
	switch dot.Identifier.Name {
	case "now":
		return IsName(dot.Left, "Date")
	case "random":
		return IsName(dot.Left, "Math")
	case "randomUUID":
		return true
	}
	return false
}
