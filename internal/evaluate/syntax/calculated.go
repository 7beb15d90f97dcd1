package syntax

import (
	"math"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
)

// Calculated returns the number that an expression of numbers makes, such as 7 * 24 * 3600. known returns the number of
// another expression; nil knows none.
func Calculated(e ast.Expression, known func(ast.Expression) (float64, bool)) (float64, bool) {
	switch e := e.(type) {
	case *ast.NumberLiteral:
		_, isWhole := e.Value.(int64)
		_, isFloat := e.Value.(float64)
		return Number(e), isWhole || isFloat
	case *ast.UnaryExpression:
		n, ok := Calculated(e.Operand, known)
		return -n, ok && e.Operator == token.MINUS
	case *ast.BinaryExpression:
		left, isLeft := Calculated(e.Left, known)
		if !isLeft {
			return 0, false
		}
		right, isRight := Calculated(e.Right, known)
		n := calculate(e.Operator, left, right)
		return n, isRight && !math.IsNaN(n)
	}
	if known == nil {
		return 0, false
	}
	return known(e)
}

// calculate returns the result of an operation on two numbers; NaN for one that makes no number.
func calculate(operator token.Token, left, right float64) float64 {
	switch operator {
	case token.PLUS:
		return left + right
	case token.MINUS:
		return left - right
	case token.MULTIPLY:
		return left * right
	case token.SLASH:
		return left / right
	}
	return math.NaN()
}
