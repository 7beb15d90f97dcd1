package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var appAuth = &checker.Rule{
	ID:       "app-auth",
	Severity: diag.Error,
	Title:    "set auth to 'static' or 'oauth'",
	Why: "auth decides how the app gets its access token: one static token for one account, or OAuth for each account " +
		"that installs the app",
	Hint:   "write 'static' or 'oauth'",
	Before: `defineApp({ auth: { type: 'oauth' }, ... })`,
	After:  `defineApp({ auth: 'oauth', ... })`,
	Run:    runAppAuth,
}

func runAppAuth(p *checker.Pass) {
	for _, d := range p.Declarations {
		if d.Kind == declared.App {
			reportUnlessWord(p, d.Options.Get("auth"), "auth of "+describe(d), []string{"static", "oauth"})
		}
	}
}
