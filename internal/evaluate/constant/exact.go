package constant

import (
	"github.com/dop251/goja/ast"

	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// Object is an enum, or an object of the source, whose members are all in the source.
type Object struct {
	Members []string
	// Literal is the object in the source, nil for an enum.
	Literal *ast.ObjectLiteral
}

// Object returns what a name stands for. It returns nil if the name has other values, if code sets members of the
// object, or if some of its members are not known by name.
func (n *Names) Object(id *ast.Identifier, s Scope) *Object {
	x := n.indexed()
	declared := x.declared(n, id.Name, s)
	values := assigned(x.values[declared])
	if len(values) != 1 || values[0].expr == nil || x.changed[declared] {
		return nil
	}
	e := unwrapped(values[0].expr)
	call, isCall := e.(*ast.CallExpression)
	if isCall && len(call.ArgumentList) == 1 && syntax.CalleeText(call.Callee) == "freeze" {
		e = unwrapped(call.ArgumentList[0])
	} else if isCall {
		if object := enumObject(call); object != nil && len(object.Value) > 0 {
			return exactly(object, nil)
		}
	}
	if literal, ok := e.(*ast.ObjectLiteral); ok {
		return exactly(literal, literal)
	}
	return nil
}

// exactly returns the members of an object literal, nil if it has others.
func exactly(literal, source *ast.ObjectLiteral) *Object {
	found := &Object{Literal: source}
	for _, property := range literal.Value {
		switch p := property.(type) {
		case *ast.PropertyShort:
			found.Members = append(found.Members, p.Name.Name.String())
		case *ast.PropertyKeyed:
			key := keyText(p.Key).String()
			if _, isName := p.Key.(*ast.Identifier); p.Computed && isName || key == "" || key == "__proto__" {
				return nil
			}
			found.Members = append(found.Members, key)
		default:
			return nil
		}
	}
	return found
}
