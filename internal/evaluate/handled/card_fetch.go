package handled

import (
	"github.com/dop251/goja/ast"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/constant"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// isCardFetch reports whether a call in a card can be the fetch of the CRM's UI package, such as crm.fetch.
func isCardFetch(path []string) bool { return len(path) > 1 && path[len(path)-1] == "fetch" }

// IsCardCall reports whether rules check a call in the code of a card.
func IsCardCall(path []string, e *ast.CallExpression) bool {
	shown, _ := shownBy(path, e.ArgumentList)
	return isBackendCall(path) || isCardFetch(path) || shown != nil || isGlobalFetch(path) ||
		isServerless(path) || isElementCall(path, e.ArgumentList)
}

// CardFetches returns the URLs in the source that a call of fetch in a card can have.
func CardFetches(names *constant.Names, c *ContextCall) []declared.Use {
	if !isCardFetch(c.Path) || len(c.Args) == 0 {
		return nil
	}
	use := declared.Use{Kind: declared.CardFetch, Path: c.Path[len(c.Path)-2 : len(c.Path)-1], File: c.File}
	return cardURLs(names, c, use, constant.Field{Value: c.Args[0], Scope: c.Scope})
}

// cardURLs returns a use for each URL in the source that an expression can be. The known start of a URL counts if it
// has the host.
func cardURLs(names *constant.Names, c *ContextCall, use declared.Use, of constant.Field) (found []declared.Use) {
	if head := syntax.StartOf(of.Value); syntax.HasHost(head) {
		use.Text, use.At = head, c.Mark(of.Value.Idx0())
		return []declared.Use{use}
	}
	urls := names.Literals(of.Value, of.Scope)
	use.IsOneOf = len(urls) > 1
	for _, url := range urls {
		if url.IsText {
			use.Text, use.At = url.Text, c.markOf(url.Expr, of.Value)
			found = append(found, use)
		}
	}
	return found
}
