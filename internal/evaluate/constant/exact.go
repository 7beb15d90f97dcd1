package constant

import (
	"slices"

	"github.com/dop251/goja/ast"

	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// Object is an enum, an object or a class of the source, an instance of one, or a built-in object, whose members are
// all known.
type Object struct {
	Members []string
	// Literal is the object in the source, nil for others.
	Literal *ast.ObjectLiteral
	// Class is set for a class and for an instance.
	Class *ast.ClassLiteral
	// IsGlobal is set for a built-in object.
	IsGlobal bool
}

// IsEnum reports whether an object is an enum.
func (o *Object) IsEnum() bool { return o.Literal == nil && o.Class == nil && !o.IsGlobal }

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
	switch e := e.(type) {
	case *ast.ObjectLiteral:
		return exactly(e, e)
	case *ast.ClassLiteral:
		return n.ask().classMembers(e, true)
	case *ast.NewExpression:
		q := n.ask()
		if made := q.reduce(value{e, values[0].scope}); len(made) == 1 && !q.partial && !q.loose && !q.changed {
			if of, isInstance := made[0].expr.(*instance); isInstance {
				return q.classMembers(of.class, false)
			}
		}
	}
	return nil
}

// functionMembers are those of every class.
var functionMembers = []string{"name", "length", "prototype", "call", "apply", "bind", "caller", "arguments"}

// classMembers returns the members of a class, or of its instances, but for fields without a value, which the bundle
// may lack. It returns nil if the class extends another one, or may set other members.
func (q *question) classMembers(c *ast.ClassLiteral, static bool) *Object {
	if c.SuperClass != nil {
		return nil
	}
	found := &Object{Class: c}
	if static {
		found.Members = slices.Clone(functionMembers)
	}
	for field := range q.index.fields {
		if field.scope == q.index.classes[c] {
			found.Members = append(found.Members, field.text.String())
		}
	}
	slices.Sort(found.Members)
	for _, member := range c.Body {
		name, isKnown := q.classMember(member, static)
		if !isKnown {
			return nil
		}
		found.Members = append(found.Members, name)
	}
	return found
}

// classMember returns the name of a member, "" for one of the class instead of its instances, or the reverse. isKnown
// is false if it can set members that are not in the source.
func (q *question) classMember(member ast.ClassElement, static bool) (name string, isKnown bool) {
	switch m := member.(type) {
	case *ast.MethodDefinition:
		if m.Computed || slices.Contains(syntax.ThisMembers(m.Body), "") { // Object.assign(this, …)
			return "", false
		}
		if m.Static == static {
			name = keyText(m.Key).String()
		}
		return name, true
	case *ast.FieldDefinition:
		if !m.Computed && m.Static == static {
			name = keyText(m.Key).String()
		}
		return name, !m.Computed
	}
	return "", false // a static block
}

// IsGlobal reports whether the bundle neither declares a name nor sets members of what it stands for.
func (n *Names) IsGlobal(id *ast.Identifier, s Scope) bool {
	x := n.indexed()
	declared := x.declared(n, id.Name, s)
	_, isDeclared := x.values[declared]
	return !isDeclared && !x.changed[declared]
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
