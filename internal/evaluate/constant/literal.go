package constant

import (
	"github.com/dop251/goja/ast"

	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// Literal is a literal that an expression can be, in its scope.
type Literal struct {
	Expr ast.Expression
	// Text is that of a string or number.
	Text   string
	IsText bool
	scope  Scope
	// isChanged means that code may set members of it.
	isChanged bool
}

// Literals returns the strings, numbers and object literals that an expression can be, and for arrays their elements.
// What it cannot follow is left out.
func (n *Names) Literals(e ast.Expression, s Scope) (found []Literal) {
	q := n.ask()
	for _, v := range q.reduce(value{e, s}) {
		if array, ok := v.expr.(*ast.ArrayLiteral); ok {
			for _, element := range q.all(q.elements(array, v.scope)) {
				found = appendLiteral(found, element)
			}
			continue
		}
		found = appendLiteral(found, v)
	}
	for i := range found {
		found[i].isChanged = q.changed
	}
	return found
}

func appendLiteral(found []Literal, v value) []Literal {
	switch e := v.expr.(type) {
	case *ast.StringLiteral:
		return append(found, Literal{Expr: e, Text: e.Value.String(), IsText: true, scope: v.scope})
	case *ast.NumberLiteral:
		return append(found, Literal{Expr: e, Text: syntax.NumberText(e), IsText: true, scope: v.scope})
	case *ast.ObjectLiteral:
		return append(found, Literal{Expr: e, scope: v.scope})
	}
	return found
}

// Field is a member of an object literal.
type Field struct {
	Name string
	// Key is where the name stands.
	Key   ast.Expression
	Value ast.Expression
	Scope Scope
	// IsChanged means that code may set members of the object, and so of the value.
	IsChanged bool
}

// Fields returns the members of an object literal whose names are in the source, with those of spread objects.
func (n *Names) Fields(of Literal) []Field {
	return n.ask().fields(of.Expr, of.scope, nil)
}

// AllFields is like Fields. others means that the object can have more members.
func (n *Names) AllFields(of Literal) (fields []Field, others bool) {
	q := n.ask()
	fields = q.fields(of.Expr, of.scope, nil)
	others = q.partial || q.changed || of.isChanged
	for i := range fields {
		fields[i].IsChanged = of.isChanged
	}
	return fields, others
}

func (q *question) fields(e ast.Expression, s Scope, found []Field) []Field {
	object, ok := e.(*ast.ObjectLiteral)
	if !ok || !q.step() || q.depth >= maxDepth {
		q.partial = true
		return found
	}
	q.depth++
	defer func() { q.depth-- }()
	for _, property := range object.Value {
		switch p := property.(type) {
		case *ast.PropertyShort:
			found = append(found, Field{Name: p.Name.Name.String(), Key: &p.Name, Value: &p.Name, Scope: s})
		case *ast.PropertyKeyed:
			if name := keyText(p.Key); name != "" && !p.Computed {
				found = append(found, Field{Name: name.String(), Key: p.Key, Value: p.Value, Scope: s})
			} else {
				q.partial = true
			}
		case *ast.SpreadElement:
			for _, v := range q.reduce(value{p.Expression, s}) {
				found = q.fields(v.expr, v.scope, found)
			}
		}
	}
	return found
}

// scoped is an expression in a scope of its own, within an expression of another scope.
type scoped struct {
	ast.Expression
	of value
}
