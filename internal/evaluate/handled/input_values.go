package handled

import (
	"slices"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// pathFinder returns the path of names that an expression stands for.
type pathFinder = func(ast.Expression) ([]string, bool)

// ComparedInput returns a finding for an input field that is compared with a literal that it never equals.
func (c Capability) ComparedInput(pathOf pathFinder, e *ast.BinaryExpression) []Finding {
	if e.Operator != token.STRICT_EQUAL && e.Operator != token.STRICT_NOT_EQUAL {
		return nil
	}
	return append(c.InputCase(pathOf, e.Left, e.Right), c.InputCase(pathOf, e.Right, e.Left)...)
}

// InputCase is ComparedInput for the case of a switch.
func (c Capability) InputCase(pathOf pathFinder, e, with ast.Expression) []Finding {
	shape := syntax.LiteralShape(with)
	if shape != syntax.ShapeString && shape != syntax.ShapeNumber && shape != syntax.ShapeBoolean {
		return nil
	}
	if text, isText := with.(*ast.StringLiteral); isText && text.Value == "" {
		return nil // as code asks whether there is a value
	}
	name, kind, field := c.inputField(pathOf, e)
	use := declared.Use{Kind: declared.InputValue, Path: []string{name, kind}, Text: shape}
	isPossible := false
	switch kind {
	case "bool", "boolean":
		isPossible = shape == syntax.ShapeBoolean
	case "number":
		isPossible = shape == syntax.ShapeNumber
	case "string":
		isPossible = shape == syntax.ShapeString
	case "enumeration":
		text, isText := with.(*ast.StringLiteral)
		use.Known = choices(field)
		chosen := []string{""}
		if isText {
			use.Text = text.Value.String()
			chosen[0] = use.Text
		}
		if kind, _ := syntax.Member(field, "fieldType").(*ast.StringLiteral); kind != nil && kind.Value == "checkbox" {
			chosen = strings.Split(chosen[0], ";")
		}
		isOther := func(one string) bool { return !slices.Contains(use.Known, one) }
		isPossible = use.Known == nil || isText && !slices.ContainsFunc(chosen, isOther)
	default:
		return nil
	}
	if isPossible {
		return nil
	}
	return []Finding{{Use: use, At: with.Idx0()}}
}

// ParsedInput returns a finding for a json field that code parses.
func (c Capability) ParsedInput(pathOf pathFinder, path []string, args []ast.Expression) []Finding {
	if len(args) == 0 || strings.Join(path, ".") != "JSON.parse" {
		return nil
	}
	name, kind, _ := c.inputField(pathOf, args[0])
	if kind != "json" {
		return nil
	}
	return []Finding{{Use: declared.Use{Kind: declared.InputValue, Path: []string{name, kind}}, At: args[0].Idx0()}}
}

// inputField returns the name, the type and the definition of the input field that an expression is, if they are
// literals in the options of the capability.
func (c Capability) inputField(pathOf pathFinder, e ast.Expression) (name, kind string, field ast.Expression) {
	if c.Options == nil || !isMember(e) {
		return "", "", nil
	}
	path, ok := pathOf(e)
	if !ok || len(path) != 3 || path[0] != ContextMark || path[1] != "input" {
		return "", "", nil
	}
	field = syntax.Unwrapped(syntax.Member(syntax.Unwrapped(syntax.Member(c.Options, "input")), path[2]))
	text, isText := syntax.Member(field, "type").(*ast.StringLiteral)
	if !isText {
		return "", "", nil
	}
	return path[2], strings.ToLower(text.Value.String()), field
}

// choices returns the values of an enumeration, nil if they are not all in the source.
func choices(field ast.Expression) (values []string) {
	list, ok := syntax.Unwrapped(syntax.Member(field, "options")).(*ast.ArrayLiteral)
	if !ok {
		return nil
	}
	for _, element := range list.Value {
		value := syntax.Unwrapped(element)
		if _, isObject := value.(*ast.ObjectLiteral); isObject {
			value = syntax.Member(value, "value")
		}
		text, isText := value.(*ast.StringLiteral)
		if !isText {
			return nil
		}
		values = append(values, text.Value.String())
	}
	return values
}
