package handled

import (
	"strings"

	"github.com/dop251/goja/ast"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// outputValues returns the literals in an output of a tool that the runtime refuses: an output that is not an object,
// and values that are not of the type of their field.
func (c Capability) outputValues(output ast.Expression) (found []Finding) {
	if shape := shapeOf(output); shape != "" && shape != "object" && shape != "null" {
		use := declared.Use{Kind: declared.OutputValue, Path: []string{"output", ""}, Text: shape}
		return []Finding{{Use: use, At: output.Idx0()}}
	}
	fields := syntax.Unwrapped(syntax.Member(c.Options, "output"))
	for _, key := range syntax.Keys(output) {
		name := syntax.KeyName(key)
		kind, isText := syntax.Member(syntax.Unwrapped(syntax.Member(fields, name)), "type").(*ast.StringLiteral)
		if isText {
			found = append(found, valuesOf(name, kind.Value.String(), syntax.Member(output, name))...)
		}
	}
	return found
}

// valuesOf returns the literals that a field can get and its type cannot have.
func valuesOf(name, kind string, value ast.Expression) []Finding {
	value = syntax.Unwrapped(value)
	if either, ok := value.(*ast.ConditionalExpression); ok {
		return append(valuesOf(name, kind, either.Consequent), valuesOf(name, kind, either.Alternate)...)
	}
	shape, text := shapeOf(value), ""
	if literal, ok := value.(*ast.StringLiteral); ok {
		text = literal.Value.String()
	}
	switch kind = strings.ToLower(kind); {
	case shape == "" || shape == "null" || shape == "template" || kind == "json":
		return nil
	case shape == "string" && isOfType(kind, text), shape == "number" && kind != "bool" && kind != "boolean":
		return nil
	case shape == "boolean" && kind != "number" && kind != "datetime":
		return nil
	}
	use := declared.Use{Kind: declared.OutputValue, Path: []string{"output", name, kind}, Text: shape}
	if shape == "string" {
		use.Known = []string{text}
	}
	return []Finding{{Use: use, At: value.Idx0()}}
}

// isOfType reports whether the runtime may read a text as a value of a type.
func isOfType(kind, text string) bool {
	switch text = strings.TrimSpace(strings.ToLower(text)); kind {
	case "number":
		return text != "" && strings.Trim(text, "0123456789.e+-") == ""
	case "bool", "boolean":
		return text == "true" || text == "false"
	}
	return true
}

// shapeOf returns the JavaScript type of a literal, "" for other expressions.
func shapeOf(e ast.Expression) string {
	switch e := e.(type) {
	case *ast.StringLiteral:
		return "string"
	case *ast.TemplateLiteral:
		if e.Tag != nil {
			return ""
		}
		return "template"
	case *ast.NumberLiteral:
		return "number"
	case *ast.BooleanLiteral:
		return "boolean"
	case *ast.NullLiteral:
		return "null"
	case *ast.ArrayLiteral:
		return "array"
	case *ast.ObjectLiteral:
		return "object"
	}
	return ""
}
