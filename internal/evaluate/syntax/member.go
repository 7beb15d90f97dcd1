package syntax

import (
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
)

// Keys returns the names of an object literal's members. It leaves out computed names and spread objects, and returns
// nil for other expressions.
func Keys(e ast.Expression) (keys []ast.Expression) {
	object, ok := e.(*ast.ObjectLiteral)
	if !ok {
		return nil
	}
	for _, property := range object.Value {
		switch p := property.(type) {
		case *ast.PropertyShort:
			keys = append(keys, &p.Name)
		case *ast.PropertyKeyed:
			if !p.Computed && KeyName(p.Key) != "" {
				keys = append(keys, p.Key)
			}
		}
	}
	return keys
}

// Member returns the value of an object literal's member, nil if it has none of the name or another member may replace
// it.
func Member(e ast.Expression, name string) ast.Expression {
	object, ok := e.(*ast.ObjectLiteral)
	if !ok || object == nil {
		return nil
	}
	for _, property := range slices.Backward(object.Value) {
		switch p := property.(type) {
		case *ast.PropertyShort:
			if p.Name.Name.String() == name {
				return &p.Name
			}
		case *ast.PropertyKeyed:
			if p.Computed {
				return nil
			}
			if KeyName(p.Key) == name {
				return p.Value
			}
		case *ast.SpreadElement:
			if mayHave(p.Expression, name) {
				return nil
			}
		}
	}
	return nil
}

// mayHave reports whether an object that a literal spreads may have a member: all but the objects in the source of
// `...(next && { cursor: next })` and `...(next ? { cursor: next } : {})`.
func mayHave(e ast.Expression, name string) bool {
	switch e := Unwrapped(e).(type) {
	case *ast.BinaryExpression:
		return e.Operator != token.LOGICAL_AND || mayHave(e.Right, name)
	case *ast.ConditionalExpression:
		return mayHave(e.Consequent, name) || mayHave(e.Alternate, name)
	case *ast.ObjectLiteral:
		hasName := func(key ast.Expression) bool { return KeyName(key) == name }
		return !IsPlainObject(e) || slices.ContainsFunc(Keys(e), hasName)
	}
	return true
}

// MemberOf returns the object that an expression reads a member of, and the member; nil for other expressions. A
// link of an optional chain has no member.
func MemberOf(e ast.Expression) (of ast.Expression, name string) {
	switch e := e.(type) {
	case *ast.OptionalChain:
		return e.Expression, ""
	case *ast.Optional:
		return e.Expression, ""
	case *ast.DotExpression:
		return e.Left, e.Identifier.Name.String()
	case *ast.BracketExpression:
		return e.Left, KeyName(e.Member)
	}
	return nil, ""
}

// DeclaredFields returns the names of the fields in a member of a capability's options. isLiteral is false if they are
// not all in a literal.
func DeclaredFields(options *ast.ObjectLiteral, of string) (names []ast.Expression, isLiteral bool) {
	fields, ok := Unwrapped(Member(options, of)).(*ast.ObjectLiteral)
	if !ok || !IsPlainObject(fields) {
		return nil, false
	}
	return Keys(fields), true
}

// Unwrapped returns the literal that rewritten code wraps in a call, and other expressions as they are.
func Unwrapped(e ast.Expression) ast.Expression {
	if call, ok := e.(*ast.CallExpression); ok && len(call.ArgumentList) > 0 && isRewritten(call.Callee) {
		return call.ArgumentList[len(call.ArgumentList)-1]
	}
	return e
}

// isRewritten reports whether an expression is a name that rewritten code calls. Source code cannot spell it.
func isRewritten(e ast.Expression) bool {
	name, ok := e.(*ast.Identifier)
	return ok && name.Name[0] == '%'
}

// IsInvalidDelay reports whether an expression is a literal that is not a number of at least 0.
func IsInvalidDelay(e ast.Expression) bool {
	switch e := e.(type) {
	case *ast.UnaryExpression:
		number, ok := e.Operand.(*ast.NumberLiteral)
		return ok && e.Operator == token.MINUS && Number(number) != 0
	case *ast.Identifier:
		return e.Name == "NaN"
	case *ast.NumberLiteral, *ast.NullLiteral:
		return false
	}
	return LiteralShape(e) != ""
}

// IsObjectMember reports whether every object has a member of a name.
func IsObjectMember(name string) bool {
	switch name {
	case "constructor", "hasOwnProperty", "toString", "valueOf", "toLocaleString", "isPrototypeOf",
		"propertyIsEnumerable", "__proto__":
		return true
	}
	return false
}

// IsProcessEnv reports whether an expression is process.env.
func IsProcessEnv(e *ast.DotExpression) bool {
	return e.Identifier.Name == "env" && IsName(e.Left, "process")
}
