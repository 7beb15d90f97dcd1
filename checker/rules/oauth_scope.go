// The rule oauth-scope: an OAuth app requests the scope that the vendor's OAuth needs.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var oauthScope = &checker.Rule{
	ID:       "oauth-scope",
	Severity: diag.Warning,
	Title:    "an OAuth app requests the scope oauth where the vendor wants it",
	Why:      "under the profile hubspot, OAuth apps are installed with the scope oauth; the profile crm has no such scope",
	Hint:     "add 'oauth' to scopes",
	Before:   `defineApp({ auth: 'oauth', scopes: ['tickets'], ... })`,
	After:    `defineApp({ auth: 'oauth', scopes: ['oauth', 'tickets'], ... })`,
	Run:      runOauthScope,
}

func runOauthScope(p *checker.Pass) {
	scope := p.Vendor.OAuthScope
	scopes := appOption(p, "scopes")
	if scope == "" || appOption(p, "auth").Text != "oauth" || !scopes.IsArray() {
		return // the vendor has no such scope, or the app no OAuth
	}
	if !holdsText(scopes, scope) {
		p.Reportf(scopes.At, "the scopes do not hold %q", scope)
	}
}

// holdsText reports whether a list holds a text.
func holdsText(list *declared.Value, text string) bool {
	for _, item := range texts(list) {
		if item.Text == text {
			return true
		}
	}
	return false
}
