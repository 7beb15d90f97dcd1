// The rule optional-scopes-auth: optional scopes are granted by an OAuth install.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/diag"
)

var optionalScopesAuth = &checker.Rule{
	ID:       "optional-scopes-auth",
	Severity: diag.Warning,
	Title:    "optionalScopes stand in an app with OAuth",
	Why:      "optional scopes are granted during an OAuth install; a static token holds the required scopes only",
	Hint:     "move what the app needs to scopes, or write auth: 'oauth'",
	Before:   `defineApp({ auth: 'static', optionalScopes: ['tickets'], ... })`,
	After:    `defineApp({ auth: 'static', scopes: ['tickets'], ... })`,
	Run:      runOptionalScopesAuth,
}

func runOptionalScopesAuth(p *checker.Pass) {
	optional, auth := appOption(p, "optionalScopes"), appOption(p, "auth")
	if len(optional.Items) > 0 && auth.Text == "static" {
		p.Reportf(optional.At, "an app with static auth is never granted its optionalScopes").
			Related(auth.At, "auth is declared here")
	}
}
