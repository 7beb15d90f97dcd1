package constant

import (
	"slices"
	"strconv"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/unistring"

	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// instance is an object that `new` created.
type instance struct {
	ast.Expression
	class *ast.ClassLiteral
}

func (q *question) bracket(e *ast.BracketExpression, s Scope) []value {
	left := value{e.Left, s}
	if number, ok := e.Member.(*ast.NumberLiteral); ok {
		return q.member(left, unistring.NewFromString(syntax.NumberText(number)))
	}
	outer := q.partial
	keys := q.texts(value{e.Member, s})
	if isPartial := q.partial; isPartial || len(keys) == 0 {
		q.partial = outer
		return q.anyMember(left)
	}
	var found []value
	for _, key := range keys {
		found = append(found, q.member(left, unistring.NewFromString(key.Text))...)
	}
	return found
}

// member returns what a member of an object can be.
func (q *question) member(left value, key unistring.String) (found []value) {
	if this, ok := left.expr.(*ast.ThisExpression); ok && this != nil {
		if c := q.classAround(left.scope); c != nil {
			return q.ofClass(c, key, false)
		}
	}
	if key == "objectType" {
		if types := q.enrolledType(left); len(types) > 0 {
			return q.all(types)
		}
	}
	for _, v := range q.reduce(left) {
		switch e := v.expr.(type) {
		case *ast.ObjectLiteral:
			found = append(found, q.all(q.property(e, v.scope, key))...)
		case *ast.ArrayLiteral:
			found = append(found, q.at(e, v.scope, key)...)
		case *ast.ClassLiteral:
			found = append(found, q.ofClass(e, key, true)...)
		case *instance:
			found = append(found, q.ofClass(e.class, key, false)...)
		default:
			q.partial = true
		}
	}
	return found
}

// property returns the values of a member of an object literal: the last one with the name, or else those with a
// computed name.
func (q *question) property(object *ast.ObjectLiteral, s Scope, key unistring.String) []value {
	var found, computed []value
	for _, property := range slices.Backward(object.Value) {
		switch p := property.(type) {
		case *ast.PropertyShort:
			if p.Name.Name == key {
				return []value{{&p.Name, s}}
			}
		case *ast.PropertyKeyed:
			if _, isName := p.Key.(*ast.Identifier); p.Computed && isName || keyText(p.Key) == "" {
				computed = append(computed, value{p.Value, s})
			} else if keyText(p.Key) == key {
				return []value{{p.Value, s}}
			}
		case *ast.SpreadElement:
			for _, v := range q.reduce(value{p.Expression, s}) {
				if inner, ok := v.expr.(*ast.ObjectLiteral); ok {
					found = append(found, q.property(inner, v.scope, key)...)
				}
			}
			if len(found) > 0 {
				return found
			}
		}
	}
	return computed
}

// anyMember returns what all members of an object can be.
func (q *question) anyMember(left value) (found []value) {
	for _, v := range q.reduce(left) {
		switch e := v.expr.(type) {
		case *ast.ObjectLiteral:
			found = append(found, q.all(q.properties(e, v.scope))...)
		case *ast.ArrayLiteral:
			found = append(found, q.all(q.elements(e, v.scope))...)
		default:
			q.partial = true
		}
	}
	if len(found) == 0 {
		q.partial = true
	}
	return found
}

// properties returns the values of all members.
func (q *question) properties(object *ast.ObjectLiteral, s Scope) (found []value) {
	for _, property := range object.Value {
		switch p := property.(type) {
		case *ast.PropertyShort:
			found = append(found, value{&p.Name, s})
		case *ast.PropertyKeyed:
			found = append(found, value{p.Value, s})
		case *ast.SpreadElement:
			for _, v := range q.reduce(value{p.Expression, s}) {
				if inner, ok := v.expr.(*ast.ObjectLiteral); ok && inner != object {
					found = append(found, q.properties(inner, v.scope)...)
				}
			}
		}
		if !q.step() {
			return found
		}
	}
	return found
}

// keys returns the names of all members.
func (q *question) keys(object *ast.ObjectLiteral) (found []ast.Expression) {
	for _, property := range object.Value {
		switch p := property.(type) {
		case *ast.PropertyShort:
			found = append(found, &ast.StringLiteral{Value: p.Name.Name})
		case *ast.PropertyKeyed:
			if !p.Computed {
				found = append(found, &ast.StringLiteral{Value: keyText(p.Key)})
				continue
			}
			q.partial = true
		default:
			q.partial = true
		}
	}
	return found
}

// elements returns the elements of an array literal, with those of spread arrays.
func (q *question) elements(array *ast.ArrayLiteral, s Scope) (found []value) {
	for _, e := range array.Value {
		if !q.step() {
			return found
		}
		spread, ok := e.(*ast.SpreadElement)
		switch {
		case e == nil:
		case ok:
			found = append(found, q.listOf(value{spread.Expression, s})...)
		default:
			found = append(found, value{e, s})
		}
	}
	return found
}

// listOf returns the elements of the arrays that an expression can be.
func (q *question) listOf(v value) (found []value) {
	for _, v := range q.reduce(v) {
		if array, ok := v.expr.(*ast.ArrayLiteral); ok {
			found = append(found, q.elements(array, v.scope)...)
			continue
		}
		q.partial = true
	}
	return found
}

func (q *question) eachOf(list value) []value { return q.all(q.listOf(list)) }

// at returns an element. With spreads, or another name than a number, it returns all.
func (q *question) at(array *ast.ArrayLiteral, s Scope, key unistring.String) []value {
	elements := q.elements(array, s)
	for i, e := range array.Value {
		if _, isSpread := e.(*ast.SpreadElement); isSpread {
			break
		}
		if unistring.String(strconv.Itoa(i)) == key && e != nil {
			return q.reduce(value{e, s})
		}
	}
	return q.all(elements)
}

// classAround returns the innermost class around a scope, nil for none.
func (q *question) classAround(s Scope) *ast.ClassLiteral {
	return q.index.classAt[q.classOf(s)]
}
