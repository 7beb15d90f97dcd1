package handled

import (
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/constant"
	"github.com/appsvc/svc/internal/evaluate/syntax"
)

// Headers returns the headers of a call that can hold a secret and have a value in the source.
func Headers(names *constant.Names, c *ContextCall) (found []declared.Use) {
	i := syntax.HeaderOptions(c.Path)
	if i < 0 || i >= len(c.Args) || !syntax.HasHeaders(c.Args[i]) {
		return nil
	}
	headers, scope := names.MemberOf(c.Args[i], c.Scope, "headers")
	if headers == nil {
		return nil
	}
	for _, m := range names.Members(headers, scope, syntax.IsSecretHeader) {
		for _, t := range m.Texts {
			if !t.Open && !m.Others {
				use := declared.Use{Kind: declared.LiteralHeader, Path: []string{m.Name}, Text: t.Text, File: c.File}
				use.At = c.Mark(m.Key.Idx0())
				found = append(found, use)
			}
		}
	}
	return found
}
