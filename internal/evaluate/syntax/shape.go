package syntax

import "github.com/dop251/goja/ast"

// The shapes of literals, as messages name them.
const (
	ShapeString  = "a string"
	ShapeNumber  = "a number"
	ShapeBoolean = "a boolean"
	ShapeNull    = "null"
	ShapeArray   = "an array"
	ShapeObject  = "an object"
	ShapeRegExp  = "a regular expression"
)

// LiteralShape names a literal that is not a function; "" for other expressions.
func LiteralShape(e ast.Expression) string {
	switch e := e.(type) {
	case *ast.StringLiteral:
		return ShapeString
	case *ast.TemplateLiteral:
		if e.Tag == nil {
			return ShapeString
		}
	case *ast.NumberLiteral:
		return ShapeNumber
	case *ast.BooleanLiteral:
		return ShapeBoolean
	case *ast.NullLiteral:
		return ShapeNull
	case *ast.ArrayLiteral:
		return ShapeArray
	case *ast.ObjectLiteral:
		return ShapeObject
	case *ast.RegExpLiteral:
		return ShapeRegExp
	}
	return ""
}
