package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
)

var marketplaceOnly = &checker.Rule{
	ID:       "marketplace-only",
	Severity: diag.Warning,
	Title:    "declare app objects, associations and events only in a marketplace app with OAuth",
	Why: "the platform accepts app objects, associations and events only from apps with distribution 'marketplace' " +
		"and auth 'oauth'",
	Hint:   "write distribution: 'marketplace' and auth: 'oauth'",
	Before: `defineApp({ distribution: 'private', auth: 'oauth', objects: [invoice], ... })`,
	After:  `defineApp({ distribution: 'marketplace', auth: 'oauth', objects: [invoice], ... })`,
	Run:    runMarketplaceOnly,
}

func runMarketplaceOnly(p *checker.Pass) {
	distribution, auth := appOption(p, "distribution"), appOption(p, "auth")
	for _, option := range []string{"objects", "objectAssociations", "events"} {
		list := appOption(p, option)
		if len(list.Items) == 0 {
			continue
		}
		switch {
		case distribution.Text == "private":
			p.Reportf(list.At, "the platform accepts %s only from marketplace apps; this app is private", option).
				Related(distribution.At, "distribution is declared here")
		case auth.Text == "static":
			p.Reportf(list.At, "the platform accepts %s only from apps with OAuth; this app has static auth", option).
				Related(auth.At, "auth is declared here")
		}
	}
}
