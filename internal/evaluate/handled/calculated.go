package handled

import (
	"fmt"
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// presentTime stands for Date.now(), in ms since the epoch: the start of 2026. Only the magnitude of what code
// calculates with it counts.
const presentTime = 1_767_225_600_000

// calculated reads a number that code calculates of numbers in the source, with constants if names are followed. Of
// others it notes what is certain: that they are a number or a text.
func (r *optionReader) calculated(v *declared.Value, e *ast.BinaryExpression, o optionValue) {
	isAbout := false
	n, ok := syntax.Calculated(e, func(e ast.Expression) (float64, bool) {
		if r.isPresent(e, o) {
			isAbout = true
			return presentTime, true
		}
		constant := r.value(optionValue{expr: e, scope: o.scope, depth: o.depth + 1, isFollowed: o.isFollowed}, v.At)
		return constant.Num, constant.IsNumber() && o.isFollowed
	})
	switch {
	case ok:
		v.Shape, v.Num = declared.Number, n
		if isAbout {
			v.Text = fmt.Sprintf("about %.2g", n)
		}
	case e.Operator == token.PLUS && hasText(e):
		v.Kind, v.Head = declared.String, syntax.StartOf(e)
		if end, isText := e.Right.(*ast.StringLiteral); isText {
			v.Tail = end.Value.String()
		}
	default:
		v.Kind = r.kind(e, o)
	}
}

// isPresent reports whether an expression is Date.now().
func (r *optionReader) isPresent(e ast.Expression, o optionValue) bool {
	call, ok := e.(*ast.CallExpression)
	if !ok || syntax.CalleeText(call.Callee) != "now" {
		return false
	}
	dot, ok := call.Callee.(*ast.DotExpression)
	return ok && syntax.IsName(dot.Left, "Date") && !r.names.IsKnown(dot.Left.(*ast.Identifier), o.scope)
}

// template notes the start and the end of a text with other expressions in it.
func template(v *declared.Value, e *ast.TemplateLiteral) {
	last := len(e.Elements) - 1
	v.Kind, v.Head, v.Tail = declared.String, e.Elements[0].Parsed.String(), e.Elements[last].Parsed.String()
}

// textMethods are methods of which every one in use returns a text.
var textMethods = []string{
	"toISOString", "toString", "toFixed", "toUTCString", "toLocaleString", "toLowerCase", "toUpperCase", "trim",
	"padStart", "padEnd", "join", "stringify", "randomUUID",
}

// kind returns the shape that an expression surely has; Undefined if that is unknown.
func (r *optionReader) kind(e ast.Expression, o optionValue) declared.Shape {
	switch e := e.(type) {
	case *ast.DotExpression: // ctx.env.X: bindings are texts
		if env, isMember := e.Left.(*ast.DotExpression); isMember && env.Identifier.Name == "env" {
			return declared.String
		}
	case *ast.ObjectLiteral:
		return declared.Object
	case *ast.ArrayLiteral:
		return declared.Array
	case *ast.FunctionLiteral, *ast.ArrowFunctionLiteral:
		return declared.Function
	}
	if call, ok := e.(*ast.CallExpression); ok {
		name, isName := call.Callee.(*ast.Identifier)
		isText := isName && name.Name == "String" || !isName && slices.Contains(textMethods, syntax.CalleeText(call.Callee))
		switch {
		case isName && r.names.IsKnown(name, o.scope):
			return declared.Undefined
		case isText:
			return declared.String
		}
	}
	if isNumber(e) {
		return declared.Number
	}
	return declared.Undefined
}
