package syntax

import (
	"slices"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
)

// StartOf returns the literal start of a text that goes on with other expressions, "" for none.
func StartOf(e ast.Expression) string {
	switch e := e.(type) {
	case *ast.TemplateLiteral:
		if e.Tag == nil && len(e.Elements) > 1 {
			return e.Elements[0].Parsed.String()
		}
	case *ast.BinaryExpression:
		if text, ok := e.Left.(*ast.StringLiteral); ok && e.Operator == token.PLUS {
			return text.Value.String()
		}
		return StartOf(e.Left)
	}
	return ""
}

// HasHost reports whether the start of a URL contains the whole host.
func HasHost(head string) bool {
	_, rest, found := strings.Cut(head, "://")
	return found && strings.Contains(rest, "/")
}

// IsPlainLiteral reports whether the members of a literal can be paired with their syntax: it has no spreads and no
// computed names.
func IsPlainLiteral(e ast.Expression) bool {
	switch e := e.(type) {
	case *ast.ObjectLiteral:
		return IsPlainObject(e)
	case *ast.ArrayLiteral:
		return IsPlainArray(e)
	}
	return false
}

// IsPlainObject is IsPlainLiteral for an object.
func IsPlainObject(e *ast.ObjectLiteral) bool {
	for _, property := range e.Value {
		switch p := property.(type) {
		case *ast.SpreadElement:
			return false
		case *ast.PropertyKeyed:
			if p.Computed || KeyName(p.Key) == "__proto__" {
				return false
			}
		}
	}
	return true
}

// IsPlainArray is IsPlainLiteral for an array.
func IsPlainArray(e *ast.ArrayLiteral) bool {
	for _, element := range e.Value {
		if _, isSpread := element.(*ast.SpreadElement); isSpread {
			return false
		}
	}
	return true
}

// isConstant reports whether an expression may be a constant: it does not read the context or call a function.
func isConstant(e ast.Expression) bool {
	switch e := e.(type) {
	case *ast.StringLiteral, *ast.Identifier:
		return true
	case *ast.TemplateLiteral:
		return !slices.ContainsFunc(e.Expressions, func(part ast.Expression) bool { return !isConstant(part) })
	case *ast.BinaryExpression:
		return isConstant(e.Left) && isConstant(e.Right)
	case *ast.DotExpression:
		id, ok := e.Left.(*ast.Identifier)
		return ok && id.Name != "env" && e.Identifier.Name != "env"
	}
	return false
}
