package rules

import (
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var scopeSyntax = &checker.Rule{
	ID:       "scope-syntax",
	Severity: diag.Error,
	Title:    "write each scope as one name without spaces or commas",
	Why:      "scopes are sent as a space-separated list, so a name with a space becomes two scopes",
	Hint:     "write one string per scope",
	Before:   `scopes: ['crm.objects.contacts.read crm.objects.contacts.write'],`,
	After:    `scopes: ['crm.objects.contacts.read', 'crm.objects.contacts.write'],`,
	Run:      runScopeSyntax,
}

func runScopeSyntax(p *checker.Pass) {
	for _, d := range ofKind(p, declared.App, declared.McpServer) {
		for _, option := range []string{"scopes", "optionalScopes", "requiredScopes"} {
			for _, item := range texts(d.Options.Get(option)) {
				if !isBlank(item.Text) && !isScope(item.Text) {
					p.Reportf(item.At, "invalid scope %s: expected one name without spaces or commas", quote(item))
				}
			}
		}
	}
}

// isScope reports whether a string has the form of one scope (RFC 6749, section 3.3). It also rejects commas,
// which only a mistake puts there.
func isScope(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool {
		return r <= ' ' || r > '~' || r == '"' || r == '\\' || r == ','
	})
}
