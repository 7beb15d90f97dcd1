package handled

import (
	"slices"
	"strings"

	"github.com/dop251/goja/ast"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/constant"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// imageName is the component of the CRM's UI package that shows an image.
const imageName = "Image"

// elementFunctions are the functions that compiled JSX calls with a component and its props.
var elementFunctions = []string{"createElement", "jsx", "jsxs", "jsxDEV"}

// isImage reports whether a call in a card makes an element of a component called Image.
func isImage(path []string, args []ast.Expression) bool {
	if len(args) < 2 {
		return false
	}
	component, isName := args[0].(*ast.Identifier)
	if !isName || strings.TrimRight(component.Name.String(), "0123456789") != imageName {
		return false // the bundler appends numbers to names of several files
	}
	return slices.Contains(elementFunctions, backendFunction(path))
}

// CardImages returns the URLs in the source that an image in a card can have. A component of the project may do
// anything with its props.
func CardImages(names *constant.Names, c *ContextCall) (found []declared.Use) {
	if !isImage(c.Path, c.Args) {
		return nil
	}
	if names.IsKnown(c.Args[0].(*ast.Identifier), c.Scope) {
		return nil
	}
	for _, props := range names.Literals(c.Args[1], c.Scope) {
		if props.IsText {
			continue
		}
		fields, others := names.AllFields(props)
		isNamed := syntax.Member(props.Expr, "src") != nil
		for _, prop := range slices.Backward(fields) {
			if prop.Name == "src" && (isNamed || !others) { // no unknown props replace it
				use := declared.Use{Kind: declared.CardImage, Path: []string{imageName}, File: c.File}
				found = append(found, cardURLs(names, c, use, prop)...)
				break // it replaces those before
			}
		}
	}
	return found
}
