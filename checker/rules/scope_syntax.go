// The rule scope-syntax: each scope stands alone, in its own string.

package rules

import (
	"strings"

	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var scopeSyntax = &checker.Rule{
	ID:       "scope-syntax",
	Severity: diag.Error,
	Title:    "each scope is a name without spaces and commas",
	Why:      "scopes travel in a list that spaces separate: a name with a space in it is asked for as two",
	Hint:     "write one string a scope",
	Before:   `scopes: ['crm.objects.contacts.read crm.objects.contacts.write'],`,
	After:    `scopes: ['crm.objects.contacts.read', 'crm.objects.contacts.write'],`,
	Run:      runScopeSyntax,
}

func runScopeSyntax(p *checker.Pass) {
	for _, d := range p.Declarations {
		for _, option := range []string{"scopes", "optionalScopes", "requiredScopes"} {
			if d.Kind != declared.App && d.Kind != declared.McpServer {
				continue // nothing else lists scopes
			}
			for _, item := range texts(d.Options.Get(option)) {
				if !isBlank(item.Text) && !isScope(item.Text) {
					p.Reportf(item.At, "%s is not the name of one scope", quote(item))
				}
			}
		}
	}
}

// isScope reports whether a text has the form of one scope (RFC 6749, section 3.3), without the comma,
// which nobody means.
func isScope(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool {
		return r <= ' ' || r > '~' || r == '"' || r == '\\' || r == ','
	})
}
