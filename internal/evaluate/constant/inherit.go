package constant

import (
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/unistring"
)

// ofClass returns what a member of a class or of its instances can be. A class inherits the members of the class that
// it extends, and an abstract class has those of the classes that extend it.
func (q *question) ofClass(c *ast.ClassLiteral, key unistring.String, static bool) []value {
	found := q.ofOwn(c, key, static)
	for super := q.superOf(c); len(found) == 0 && super != nil && q.step(); super = q.superOf(super) {
		found = q.ofOwn(super, key, static)
	}
	if len(found) == 0 {
		for _, sub := range q.subclasses(c) {
			found = append(found, q.ofOwn(sub, key, static)...)
		}
	}
	if len(found) == 0 {
		q.partial = true
	}
	return found
}

// ofOwn returns what a member that a class declares or sets can be.
func (q *question) ofOwn(c *ast.ClassLiteral, key unistring.String, static bool) []value {
	s := q.index.classes[c]
	found := q.all(q.index.fields[name{s, key}])
	for _, member := range c.Body {
		switch m := member.(type) {
		case *ast.MethodDefinition:
			getter := q.index.functions[m.Body]
			switch {
			case m.Static != static || m.Computed || keyText(m.Key) != key || m.Kind == ast.PropertyKindSet:
			case m.Kind == ast.PropertyKindGet && getter != nil:
				found = append(found, q.returns(getter)...)
			default:
				found = append(found, value{m.Body, s})
			}
		case *ast.FieldDefinition:
			if m.Static == static && !m.Computed && keyText(m.Key) == key && m.Initializer != nil {
				found = append(found, q.reduce(value{m.Initializer, s})...)
			}
		}
	}
	return found
}

// superOf returns the class that a class extends, nil for none in the source.
func (q *question) superOf(c *ast.ClassLiteral) *ast.ClassLiteral {
	q.indexClasses()
	return q.index.supers[c]
}

// indexClasses finds what classes extend. Each is a question of its own, which is asked once.
func (n *Names) indexClasses() {
	x := n.index
	if x.supers != nil {
		return
	}
	x.supers, x.subs = map[*ast.ClassLiteral]*ast.ClassLiteral{}, map[*ast.ClassLiteral][]*ast.ClassLiteral{}
	for _, c := range n.classes {
		if c.node.SuperClass == nil {
			continue
		}
		for _, v := range n.ask().reduce(value{c.node.SuperClass, c.scope}) {
			if super, ok := v.expr.(*ast.ClassLiteral); ok {
				x.supers[c.node] = super
				x.subs[super] = append(x.subs[super], c.node)
				break
			}
		}
	}
}

// subclasses returns the classes that extend a class, and those that extend them.
func (q *question) subclasses(c *ast.ClassLiteral) (found []*ast.ClassLiteral) {
	q.indexClasses()
	found = slices.Clone(q.index.subs[c])
	for i := 0; i < len(found) && q.step(); i++ {
		for _, sub := range q.index.subs[found[i]] {
			if !slices.Contains(found, sub) { // a class may extend itself in code that fails
				found = append(found, sub)
			}
		}
	}
	return found
}

// inherits reports whether a class has no constructor of its own and inherits that of another one.
func (q *question) inherits(c *ast.ClassLiteral, of ast.Expression) bool {
	for ; c != nil && q.step(); c = q.superOf(c) {
		if c == of {
			return true
		}
		if hasConstructor(c) {
			return false
		}
	}
	return false
}

func hasConstructor(c *ast.ClassLiteral) bool {
	for _, member := range c.Body {
		if m, ok := member.(*ast.MethodDefinition); ok && !m.Static && keyText(m.Key) == "constructor" {
			return true
		}
	}
	return false
}

// superLabel is what calls of super are found by. Source code cannot spell it as a name.
const superLabel = unistring.String("super")

// constructing returns the names under which code calls a constructor: those of its class and of the classes that
// extend it, and super.
func (q *question) constructing(c *ast.ClassLiteral) []unistring.String {
	labels := append([]unistring.String{}, q.index.labels[c]...)
	for _, sub := range q.subclasses(c) {
		labels = append(labels, q.index.labels[sub]...)
	}
	return append(labels, superLabel)
}

// constructs reports whether a call creates an instance of a class with its constructor, or calls it with super.
func (q *question) constructs(c call, class ast.Expression) bool {
	if _, isSuper := c.callee().(*ast.SuperExpression); isSuper {
		around := q.classAround(c.scope)
		return around != nil && q.inherits(q.superOf(around), class)
	}
	if _, isNew := c.node.(*ast.NewExpression); !isNew {
		return false
	}
	for _, v := range q.reduce(value{c.callee(), c.scope}) {
		if one, ok := v.expr.(*ast.ClassLiteral); ok && q.inherits(one, class) {
			return true
		}
	}
	return false
}
