package handled

import (
	"github.com/dop251/goja/ast"

	"github.com/appsvc/svc/internal/declared"
)

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
