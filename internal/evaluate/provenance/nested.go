package provenance

import (
	"slices"
	"strconv"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"

	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// adopt records the origins of the literals inside a plain literal, by walking value and syntax side by side. Only the
// outermost literal calls the host, since literals nest a lot: `{ type: 'string' }` in the fields of a tool. A literal
// that was wrapped is a call in the syntax and has its own record.
func (p *Objects) adopt(object *goja.Object, literal ast.Expression) {
	if !syntax.IsPlainLiteral(literal) {
		return
	}
	switch e := literal.(type) {
	case *ast.ObjectLiteral:
		for _, property := range slices.Backward(e.Value) { // the last of several members with one name counts
			if keyed, ok := property.(*ast.PropertyKeyed); ok && syntax.IsPlainLiteral(keyed.Value) {
				p.adoptMember(object, syntax.KeyName(keyed.Key), keyed.Value)
			}
		}
	case *ast.ArrayLiteral:
		for i, element := range e.Value {
			if syntax.IsPlainLiteral(element) {
				p.adoptMember(object, strconv.Itoa(i), element)
			}
		}
	}
}

func (p *Objects) adoptMember(object *goja.Object, name string, literal ast.Expression) {
	member, ok := object.Get(name).(*goja.Object)
	if !ok {
		return
	}
	if _, known := p.origins[member]; known {
		return // a later member of that name
	}
	p.origins[member] = origin{literal: literal}
	p.adopt(member, literal)
}
