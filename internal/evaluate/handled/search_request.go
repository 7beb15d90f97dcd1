package handled

import (
	"slices"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/unistring"

	"github.com/appsvc/svc/internal/evaluate/constant"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// Start and end of the path of a search, around the object type.
const (
	searchStart = "/crm/v3/objects/"
	searchEnd   = "/search"
)

// searchOf returns the call of ctx.crm.objects.search that sends the same as a call of ctx.crm.request. It is nil for
// other calls.
func searchOf(names *constant.Names, c *ContextCall) *ContextCall {
	last := len(c.Path) - 1
	if last < 1 || c.Path[last] != "request" || c.Path[last-1] != "crm" || len(c.Args) < 3 {
		return nil
	}
	path := textOf(names, c.Args[1], c.Scope)
	objectType := strings.TrimSuffix(strings.TrimPrefix(path, searchStart), searchEnd)
	body := syntax.Member(c.Args[2], "body")
	isSearch := path == searchStart+objectType+searchEnd && objectType != "" && !strings.ContainsAny(objectType, "/?#%")
	if !isSearch || body == nil || !strings.EqualFold(textOf(names, c.Args[0], c.Scope), "POST") {
		return nil
	}
	search := *c
	search.Path = append(slices.Clone(c.Path[:last]), "objects", "search")
	search.SentBy = "crm.request"
	named := &ast.StringLiteral{Idx: c.Args[1].Idx0(), Value: unistring.NewFromString(objectType)}
	search.Args = []ast.Expression{named, body}
	return &search
}

// textOf returns a text in the source, also under a name; "" for other expressions.
func textOf(names *constant.Names, e ast.Expression, scope constant.Scope) string {
	if id, isName := e.(*ast.Identifier); isName {
		e, _ = names.Fixed(id, scope)
	}
	return LiteralOf(e).Text
}
