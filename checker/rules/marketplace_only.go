// The rule marketplace-only: what only marketplace apps may declare is declared by one.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/diag"
)

var marketplaceOnly = &checker.Rule{
	ID:       "marketplace-only",
	Severity: diag.Warning,
	Title:    "app objects, associations and events stand in a marketplace app with OAuth",
	Why:      "the platform takes app objects, their associations and app events only from apps with distribution 'marketplace' and auth 'oauth'",
	Hint:     "write distribution: 'marketplace' and auth: 'oauth'",
	Before:   `defineApp({ distribution: 'private', auth: 'oauth', objects: [invoice], ... })`,
	After:    `defineApp({ distribution: 'marketplace', auth: 'oauth', objects: [invoice], ... })`,
	Run:      runMarketplaceOnly,
}

func runMarketplaceOnly(p *checker.Pass) {
	distribution, auth := appOption(p, "distribution"), appOption(p, "auth")
	for _, option := range []string{"objects", "objectAssociations", "events"} {
		list := appOption(p, option)
		if len(list.Items) == 0 {
			continue // there is none
		}
		switch {
		case distribution.Text == "private":
			p.Reportf(list.At, "the platform takes %s only from marketplace apps, and this one is private", option).
				Related(distribution.At, "distribution is declared here")
		case auth.Text == "static":
			p.Reportf(list.At, "the platform takes %s only from apps with OAuth, and this one has static auth", option).
				Related(auth.At, "auth is declared here")
		}
	}
}
