package handled

import (
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// numberFunctions are global functions and methods of numbers and dates that return numbers.
var numberFunctions = []string{"Number", "parseInt", "parseFloat", "now", "getTime"}

// cursor reports the cursor of a page that cannot be a text: the runtime refuses it.
func (p *pageFinder) cursor(page *ast.ObjectLiteral) {
	value, before := syntax.Member(page, "cursor"), len(p.found)
	p.cursorValue(value)
	if value != nil && p.cursorAt == 0 && len(p.found) == before && !syntax.IsNullish(value) {
		p.cursorAt = syntax.Unwrapped(value).Idx0()
	}
}

func (p *pageFinder) cursorValue(e ast.Expression) {
	if isNumber(e) {
		p.report(declared.CursorNotText, "a number", syntax.Unwrapped(e).Idx0())
		return
	}
	switch e := syntax.Unwrapped(e).(type) {
	case *ast.ConditionalExpression:
		p.cursorValue(e.Consequent)
		p.cursorValue(e.Alternate)
	case *ast.BinaryExpression:
		if syntax.IsLogical(e.Operator) {
			p.cursorValue(e.Right)
		}
	case *ast.ArrayLiteral, *ast.ObjectLiteral, *ast.BooleanLiteral:
		p.report(declared.CursorNotText, syntax.LiteralShape(e), e.Idx0())
	case *ast.NewExpression:
		if syntax.IsName(e.Callee, "Date") {
			p.report(declared.CursorNotText, "a Date", e.New)
		}
	}
}

// isNumber reports whether an expression is surely a number.
func isNumber(e ast.Expression) bool {
	switch e := syntax.Unwrapped(e).(type) {
	case *ast.NumberLiteral:
		return true
	case *ast.BinaryExpression:
		return isArithmetic(e)
	case *ast.CallExpression:
		return slices.Contains(numberFunctions, syntax.CalleeText(e.Callee))
	}
	return false
}

// isArithmetic reports whether an operation makes a number, unless what it adds a number to is a text with a name.
func isArithmetic(e *ast.BinaryExpression) bool {
	switch e.Operator {
	case token.MINUS, token.MULTIPLY, token.SLASH, token.REMAINDER:
		return true
	case token.PLUS:
		_, isNumber := e.Right.(*ast.NumberLiteral)
		return isNumber && !hasText(e.Left)
	}
	return false
}

// hasText reports whether a sum is a text.
func hasText(e ast.Expression) bool {
	if sum, ok := e.(*ast.BinaryExpression); ok {
		return hasText(sum.Left) || hasText(sum.Right)
	}
	return syntax.LiteralShape(e) == syntax.ShapeString
}
