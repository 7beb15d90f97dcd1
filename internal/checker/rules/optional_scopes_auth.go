package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
)

var optionalScopesAuth = &checker.Rule{
	ID:       "optional-scopes-auth",
	Severity: diag.Warning,
	Title:    "use optionalScopes only in an app with OAuth",
	Why:      "an OAuth install grants optional scopes; a static token has only the required ones",
	Hint:     "move what the app needs to scopes, or write auth: 'oauth'",
	Before:   `defineApp({ auth: 'static', optionalScopes: ['tickets'], ... })`,
	After:    `defineApp({ auth: 'static', scopes: ['tickets'], ... })`,
	Run:      runOptionalScopesAuth,
}

func runOptionalScopesAuth(p *checker.Pass) {
	optional, auth := appOption(p, "optionalScopes"), appOption(p, "auth")
	if len(optional.Items) > 0 && auth.Text == "static" {
		p.Reportf(optional.At, "optionalScopes have no effect in an app with static auth").
			Related(auth.At, "auth is declared here")
	}
}
