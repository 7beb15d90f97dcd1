package facts

import (
	"github.com/dop251/goja/ast"

	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// inside rewrites the members of a plain literal that is not wrapped itself.
func (w *walker) inside(literal ast.Expression) {
	switch e := literal.(type) {
	case *ast.ObjectLiteral:
		for _, property := range e.Value {
			switch p := property.(type) {
			case *ast.PropertyKeyed:
				if syntax.IsPlainLiteral(p.Value) {
					w.inside(p.Value)
				} else {
					w.property(p, e)
				}
			case *ast.PropertyShort:
				w.facts.mention(&p.Name)
				p.Initializer = w.expr(p.Initializer)
			}
		}
	case *ast.ArrayLiteral:
		for i, element := range e.Value {
			if syntax.IsPlainLiteral(element) {
				w.inside(element)
			} else {
				e.Value[i] = w.expr(element)
			}
		}
	}
}
