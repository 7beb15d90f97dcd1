package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var oauthScope = &checker.Rule{
	ID:       "oauth-scope",
	Severity: diag.Warning,
	Title:    "request the scope oauth if the vendor requires it",
	Why: "under the profile hubspot, an OAuth app needs the scope oauth to be installed; the profile crm has no such " +
		"scope",
	Hint:   "add 'oauth' to scopes",
	Before: `defineApp({ auth: 'oauth', scopes: ['tickets'], ... })`,
	After:  `defineApp({ auth: 'oauth', scopes: ['oauth', 'tickets'], ... })`,
	Run:    runOauthScope,
}

func runOauthScope(p *checker.Pass) {
	scope := p.Vendor.OAuthScope
	scopes := appOption(p, "scopes")
	if scope == "" || appOption(p, "auth").Text != "oauth" || !scopes.IsArray() {
		return // the vendor requires no scope, or the app does not use OAuth
	}
	if !holdsText(scopes, scope) {
		p.Reportf(scopes.At, "the app does not request the scope %q", scope)
	}
}

// holdsText reports whether a list contains a string.
func holdsText(list *declared.Value, text string) bool {
	for _, item := range texts(list) {
		if item.Text == text {
			return true
		}
	}
	return false
}
