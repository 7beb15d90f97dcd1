package handled

import (
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/constant"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// IsCardFetch reports whether a call in a card can be the fetch of the CRM's UI package, such as crm.fetch.
func IsCardFetch(path []string) bool { return len(path) > 1 && path[len(path)-1] == "fetch" }

// CardFetches returns the URLs in the source that a call of fetch in a card can have. The known start of a URL counts
// if it has the host.
func CardFetches(names *constant.Names, c *ContextCall) (found []declared.Use) {
	if !IsCardFetch(c.Path) || len(c.Args) == 0 {
		return nil
	}
	use := declared.Use{
		Kind: declared.CardFetch, Path: c.Path[len(c.Path)-2 : len(c.Path)-1], File: c.File, At: c.Mark(c.Args[0].Idx0()),
	}
	if head := syntax.StartOf(c.Args[0]); syntax.HasHost(head) {
		use.Text = head
		return []declared.Use{use}
	}
	for _, url := range names.Literals(c.Args[0], c.Scope) {
		if url.IsText {
			use.Text, use.At = url.Text, c.markOf(url.Expr, c.Args[0])
			found = append(found, use)
		}
	}
	return found
}
