package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
)

var marketplaceAuth = &checker.Rule{
	ID:       "marketplace-auth",
	Severity: diag.Error,
	Title:    "use auth: 'oauth' in a marketplace app",
	Why: "a static token belongs to one account; the accounts that install a marketplace app get their tokens through " +
		"OAuth",
	Hint:   "write auth: 'oauth', or distribution: 'private'",
	Before: `defineApp({ distribution: 'marketplace', auth: 'static', ... })`,
	After:  `defineApp({ distribution: 'marketplace', auth: 'oauth', ... })`,
	Run:    runMarketplaceAuth,
}

func runMarketplaceAuth(p *checker.Pass) {
	distribution, auth := appOption(p, "distribution"), appOption(p, "auth")
	if distribution.Text == "marketplace" && auth.Text == "static" {
		p.Reportf(distribution.At, `distribution is "marketplace", but auth is "static"`).
			Related(auth.At, "auth is declared here")
	}
}
