package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var oauth2TokenURL = &checker.Rule{
	ID:       "oauth2-token-url",
	Severity: diag.Warning,
	Title:    "set tokenUrl for oauth2 auth",
	Why: "the runtime exchanges the client id and secret for an access token there; without it, every request of the " +
		"source fails",
	Hint:   "add tokenUrl: the URL that issues access tokens, such as 'https://ledger.example/oauth/token'",
	Before: `auth: { type: 'oauth2', clientId: 'LEDGER_ID', clientSecret: 'LEDGER_SECRET' },`,
	After: `auth: {
  type: 'oauth2', clientId: 'LEDGER_ID', clientSecret: 'LEDGER_SECRET',
  tokenUrl: 'https://ledger.example/oauth/token',
},`,
	Run: runOAuth2TokenURL,
}

func runOAuth2TokenURL(p *checker.Pass) {
	eachAuth(p, func(d *declared.Declaration, auth *declared.Value) {
		if auth.Get("type").Text == "oauth2" && !d.Push && auth.Get("tokenUrl").IsAbsent() {
			p.Reportf(auth.At, "the oauth2 auth of %s has no tokenUrl", describe(d))
		}
	})
}
