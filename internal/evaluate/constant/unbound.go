package constant

import (
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/unistring"

	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// Unbound returns the method that an option is, if the code reads it of an object, uses `this` in it, and so loses the
// object: `handler: service.handle`. It returns nil if the method can be another function or if the object can bind it.
func (n *Names) Unbound(options ast.Expression, s Scope, option string) *ast.DotExpression {
	literal, isLiteral := unwrapped(options).(*ast.ObjectLiteral)
	if !isLiteral {
		return nil
	}
	dot, isMember := syntax.Member(literal, option).(*ast.DotExpression)
	if !isMember {
		return nil
	}
	q := n.ask()
	objects := q.reduce(value{dot.Left, s})
	if len(objects) != 1 || q.partial || q.loose || q.changed {
		return nil
	}
	key := dot.Identifier.Name
	switch of := objects[0].expr.(type) {
	case *instance:
		if needsOther(q.methodOf(of.class, key, false), literal) {
			return dot
		}
	case *ast.ClassLiteral:
		if needsOther(q.methodOf(of, key, true), literal) {
			return dot
		}
	case *ast.ObjectLiteral:
		method := syntax.Member(of, key.String())
		for _, name := range syntax.ThisMembers(method) {
			if !syntax.TestsThis(method) && syntax.IsFunction(syntax.Member(of, name)) && isWithout(literal, name) {
				return dot
			}
		}
	}
	return nil
}

// needsOther reports whether a method reads of its object what the options of a capability, of which it is the handler,
// do not have.
func needsOther(method ast.Expression, options *ast.ObjectLiteral) bool {
	return !syntax.TestsThis(method) && slices.ContainsFunc(syntax.ThisMembers(method), func(name string) bool {
		return name == "" || name == "#" || isWithout(options, name)
	})
}

// isWithout reports whether an object literal cannot have a member.
func isWithout(literal *ast.ObjectLiteral, name string) bool {
	object := exactly(literal, literal)
	return object != nil && !slices.Contains(object.Members, name)
}

// methodOf returns the method that a class, or what it extends, declares, nil if the constructor may bind it.
func (q *question) methodOf(c *ast.ClassLiteral, key unistring.String, static bool) (found ast.Expression) {
	for c != nil && q.step() {
		if len(q.index.fields[name{q.index.classes[c], key}]) > 0 {
			return nil
		}
		for _, member := range c.Body {
			switch m := member.(type) {
			case *ast.MethodDefinition:
				isConstructor := !m.Static && keyText(m.Key) == "constructor"
				switch {
				case isConstructor && usesWhole(c, m.Body):
					return nil
				case m.Computed || m.Static != static || keyText(m.Key) != key || found != nil:
				case m.Kind == ast.PropertyKindMethod:
					found = m.Body
				default:
					return nil
				}
			case *ast.FieldDefinition:
				if !m.Computed && keyText(m.Key) == key {
					return nil
				}
			}
		}
		super := q.superOf(c)
		if c.SuperClass != nil && super == nil {
			return nil // of a package: it may do anything
		}
		c = super
	}
	return found
}

// usesWhole reports whether a constructor, or a method that it calls, may bind methods: it uses `this` by itself, as
// bindAll(this) does.
func usesWhole(c *ast.ClassLiteral, constructor *ast.FunctionLiteral) bool {
	names := syntax.ThisMembers(constructor)
	if slices.Contains(names, "") {
		return true
	}
	for _, member := range c.Body {
		m, isMethod := member.(*ast.MethodDefinition)
		isCalled := isMethod && !m.Static && !m.Computed && slices.Contains(names, keyText(m.Key).String())
		if isCalled && slices.Contains(syntax.ThisMembers(m.Body), "") {
			return true
		}
	}
	return false
}
