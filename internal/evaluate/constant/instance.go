package constant

import (
	"slices"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/unistring"
)

// Instance is what a `new` expression makes, by the classes in the source.
type Instance struct {
	// Constructors are those that run, from the first one: further ones get the arguments of super.
	Constructors []Function
	// Methods are the functions that the instance has as methods or in fields.
	Methods []Function
	// Class is that of the instance.
	Class *ast.ClassLiteral
}

// Instance returns what an expression in a frame makes. ok is false if it can be of several classes, or of another one.
func (n *Names) Instance(e *ast.NewExpression, s Scope, frame *Frame) (made Instance, ok bool) {
	q := n.ask()
	q.frame = frame
	values := q.reduce(value{e.Callee, s})
	if len(values) != 1 || q.partial {
		return made, false
	}
	if made.Class, ok = values[0].expr.(*ast.ClassLiteral); !ok {
		return made, false
	}
	seen := map[unistring.String]bool{}
	for c := made.Class; c != nil && q.step(); c = q.superOf(c) {
		made.add(q, c, seen)
	}
	return made, true
}

// add adds the functions of a class that no class which extends it replaces.
func (made *Instance) add(q *question, c *ast.ClassLiteral, seen map[unistring.String]bool) {
	for _, member := range c.Body {
		switch m := member.(type) {
		case *ast.MethodDefinition:
			key := keyText(m.Key)
			fn := q.index.functions[m.Body]
			switch {
			case fn == nil || m.Static || m.Computed:
			case key == "constructor":
				made.Constructors = append(made.Constructors, Function{Node: fn.node, scope: fn.scope})
			case !seen[key]:
				seen[key] = true
				made.Methods = append(made.Methods, Function{Node: fn.node, scope: fn.scope})
			}
		case *ast.FieldDefinition:
			if fn := q.index.functions[m.Initializer]; fn != nil && !m.Static {
				made.Methods = append(made.Methods, Function{Node: fn.node, scope: fn.scope})
			}
		}
	}
}

// SetsOnce reports whether the classes of an instance set a field in one place. The name of a private one starts with
// #.
func (n *Names) SetsOnce(made Instance, field string) bool {
	q := n.ask()
	count := 0
	for c := made.Class; c != nil && q.step(); c = q.superOf(c) {
		scope := q.index.classes[c]
		count += len(assigned(q.index.fields[name{scope, unistring.NewFromString(field)}])) + fieldsOf(c, field)
		if private, isPrivate := strings.CutPrefix(field, "#"); isPrivate {
			count += n.privateFields(scope, private)
		}
	}
	return count == 1
}

// privateFields returns in how many places a class sets a private field.
func (n *Names) privateFields(class Scope, field string) (count int) {
	for _, b := range n.bindings {
		target, isPrivate := b.target.(*ast.PrivateDotExpression)
		if isPrivate && target.Identifier.Name.String() == field && n.classOf(b.scope) == class {
			count++
		}
	}
	return count
}

// fieldsOf returns how many fields of a name have a value where a class declares them.
func fieldsOf(c *ast.ClassLiteral, field string) (count int) {
	for _, member := range c.Body {
		m, isField := member.(*ast.FieldDefinition)
		if !isField || m.Static || m.Initializer == nil {
			continue
		}
		name := keyText(m.Key).String()
		if private, isPrivate := m.Key.(*ast.PrivateIdentifier); isPrivate {
			name = "#" + private.Name.String()
		}
		if name == field {
			count++
		}
	}
	return count
}

// IsMadeBy reports whether all instances of the classes of an instance are made by expressions that fulfill a
// condition.
func (n *Names) IsMadeBy(made Instance, is func(ast.Expression) bool) bool {
	for _, f := range made.Constructors {
		isOther := func(e ast.Expression) bool { _, isNew := e.(*ast.NewExpression); return isNew && !is(e) }
		if slices.ContainsFunc(n.Callers(f), isOther) {
			return false
		}
	}
	return true
}
