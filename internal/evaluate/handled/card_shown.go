package handled

import (
	"slices"

	"github.com/dop251/goja/ast"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/constant"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// shownURL is a URL in an object that a card passes to the CRM's UI package: props of a component, or options of an
// action.
type shownURL struct {
	name   string // of the component or the action
	member string
	kind   declared.UseKind
}

var components = []shownURL{{"Image", "src", declared.CardImage}, {"Iframe", "src", declared.CardFrame}}

// openFrame is the action that shows a page in a dialog.
var openFrame = shownURL{"openIframeModal", "uri", declared.CardFrame}

// elementFunctions are the functions that compiled JSX calls with a component and its props.
var elementFunctions = []string{"createElement", "jsx", "jsxs", "jsxDEV"}

func isElementFunction(path []string) bool {
	return slices.Contains(elementFunctions, calledFunction(path))
}

// Component returns the name of the component whose element a call makes, nil for other calls. The card may declare it
// or not.
func Component(path []string, args []ast.Expression) *ast.Identifier {
	if len(args) == 0 || !isElementFunction(path) {
		return nil
	}
	component, _ := args[0].(*ast.Identifier)
	return component
}

// shownBy returns the URL that a call in a card can show, and the object that has it; nil for other calls.
func shownBy(path []string, args []ast.Expression) (shown *shownURL, object ast.Expression) {
	if path[len(path)-1] == openFrame.name && len(args) > 0 {
		return &openFrame, args[0]
	}
	component := Component(path, args)
	if component == nil || len(args) < 2 {
		return nil, nil
	}
	name := syntax.Stem(component.Name.String())
	at := slices.IndexFunc(components, func(c shownURL) bool { return c.name == name })
	if at < 0 {
		return nil, nil
	}
	return &components[at], args[1]
}

// CardShown returns the URLs in the source that a call in a card can show, in an image or an iframe. A component of the
// project may do anything with its props.
func CardShown(names *constant.Names, c *ContextCall) (found []declared.Use) {
	shown, object := shownBy(c.Path, c.Args)
	if shown == nil {
		return nil
	}
	component, isName := c.Args[0].(*ast.Identifier)
	if isName && shown != &openFrame && names.IsKnown(component, c.Scope) {
		return nil
	}
	for _, props := range names.Literals(object, c.Scope) {
		if props.IsText {
			continue
		}
		fields, others := names.AllFields(props)
		isNamed := syntax.Member(props.Expr, shown.member) != nil
		for _, prop := range slices.Backward(fields) {
			if prop.Name == shown.member && (isNamed || !others) { // no unknown props replace it
				use := declared.Use{Kind: shown.kind, Path: []string{shown.name}, File: c.File}
				found = append(found, cardURLs(names, c, use, prop)...)
				break // it replaces those before
			}
		}
	}
	return found
}

// isElementCall reports whether a call in a card makes an element of HTML. The page's own createElement is not React's.
func isElementCall(path []string, args []ast.Expression) bool {
	if len(args) == 0 || path[0] == "document" || !isElementFunction(path) {
		return false
	}
	_, isTag := args[0].(*ast.StringLiteral)
	return isTag
}

// Elements returns the element of HTML that a call in a card makes.
func Elements(c *ContextCall) []declared.Use {
	if !isElementCall(c.Path, c.Args) {
		return nil
	}
	tag := c.Args[0].(*ast.StringLiteral)
	return []declared.Use{{
		Kind: declared.CardElement, Path: []string{tag.Value.String()}, File: c.File, At: c.Mark(tag.Idx),
	}}
}
