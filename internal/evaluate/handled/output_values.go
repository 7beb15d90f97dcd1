package handled

import (
	"slices"
	"strings"

	"github.com/dop251/goja/ast"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// outputShapes are those of a whole output that the runtime accepts, and of an expression that is not a literal.
var outputShapes = []string{syntax.ShapeObject, syntax.ShapeRegExp, syntax.ShapeNull, ""}

// outputValues returns the literals in an output of a tool that the runtime refuses: an output that is not an object,
// and values that are not of the type of their field.
func (c Capability) outputValues(output ast.Expression) (found []Finding) {
	if shape := syntax.LiteralShape(output); !slices.Contains(outputShapes, shape) {
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
	kind = strings.ToLower(kind)
	use := declared.Use{Kind: declared.OutputValue, Path: []string{"output", name, kind}, Text: syntax.LiteralShape(value)}
	accepted := false
	switch use.Text {
	case "", syntax.ShapeNull:
		accepted = true
	case syntax.ShapeString:
		text, isPlain := value.(*ast.StringLiteral) // a template can have any text
		if accepted = !isPlain || isOfType(kind, text.Value.String()); !accepted {
			use.Known = []string{text.Value.String()}
		}
	case syntax.ShapeNumber:
		accepted = kind != "bool" && kind != "boolean"
	case syntax.ShapeBoolean:
		accepted = kind != "number" && kind != "datetime"
	}
	if accepted || kind == "json" {
		return nil
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
