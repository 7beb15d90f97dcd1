package syntax

import "github.com/dop251/goja/ast"

// Values returns the values of the members of an object literal, or the elements of an array literal. It leaves out
// what an object spreads.
func Values(literal ast.Expression) []ast.Expression {
	switch e := literal.(type) {
	case *ast.ArrayLiteral:
		return e.Value
	case *ast.ObjectLiteral:
		values := make([]ast.Expression, 0, len(e.Value))
		for _, property := range e.Value {
			switch p := property.(type) {
			case *ast.PropertyKeyed:
				values = append(values, p.Value)
			case *ast.PropertyShort:
				values = append(values, &p.Name)
			}
		}
		return values
	}
	return nil
}
