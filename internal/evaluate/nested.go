// This file deals with literals inside literals, of which there are many: `{ type: 'string' }` in a
// map of fields in the options of a tool.
//
// Only the outermost literal passes through the host when it is evaluated. Those inside are found
// then by going through value and syntax side by side, which costs less than a call for each.

package evaluate

import (
	"slices"
	"strconv"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
)

// isPlainLiteral tells the literals whose members can be paired with their syntax: nothing is
// spread into them, and no name is computed.
func isPlainLiteral(e ast.Expression) bool {
	switch e := e.(type) {
	case *ast.ObjectLiteral:
		return isPlainObject(e)
	case *ast.ArrayLiteral:
		return isPlainArray(e)
	}
	return false
}

func isPlainObject(e *ast.ObjectLiteral) bool {
	for _, property := range e.Value {
		switch p := property.(type) {
		case *ast.SpreadElement:
			return false
		case *ast.PropertyKeyed:
			if p.Computed || keyName(p.Key) == "__proto__" {
				return false
			}
		}
	}
	return true
}

func isPlainArray(e *ast.ArrayLiteral) bool {
	for _, element := range e.Value {
		if _, isSpread := element.(*ast.SpreadElement); isSpread {
			return false
		}
	}
	return true
}

// inside rewrites what is in a plain literal that itself stays as it is.
func (w *walker) inside(literal ast.Expression) {
	switch e := literal.(type) {
	case *ast.ObjectLiteral:
		for _, property := range e.Value {
			switch p := property.(type) {
			case *ast.PropertyKeyed:
				if isPlainLiteral(p.Value) {
					w.inside(p.Value)
				} else {
					w.property(p)
				}
			case *ast.PropertyShort:
				p.Initializer = w.expr(p.Initializer)
			}
		}
	case *ast.ArrayLiteral:
		for i, element := range e.Value {
			if isPlainLiteral(element) {
				w.inside(element)
			} else {
				e.Value[i] = w.expr(element)
			}
		}
	}
}

// adopt notes the origins of the values that the literals inside a literal have just made. A literal
// that was rewritten is a call in the syntax by now, and has noted its own.
func (p *provenance) adopt(object *goja.Object, literal ast.Expression) {
	if !isPlainLiteral(literal) {
		return
	}
	switch e := literal.(type) {
	case *ast.ObjectLiteral:
		for _, property := range slices.Backward(e.Value) { // of two members with one name the last counts
			if keyed, ok := property.(*ast.PropertyKeyed); ok && isPlainLiteral(keyed.Value) {
				p.adoptMember(object, keyName(keyed.Key), keyed.Value)
			}
		}
	case *ast.ArrayLiteral:
		for i, element := range e.Value {
			if isPlainLiteral(element) {
				p.adoptMember(object, strconv.Itoa(i), element)
			}
		}
	}
}

func (p *provenance) adoptMember(object *goja.Object, name string, literal ast.Expression) {
	member, ok := object.Get(name).(*goja.Object)
	if !ok {
		return
	}
	if _, known := p.origins[member]; known {
		return // the value of a later member with this name
	}
	p.origins[member] = origin{literal: literal}
	p.adopt(member, literal)
}
