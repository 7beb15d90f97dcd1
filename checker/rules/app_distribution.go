package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var appDistribution = &checker.Rule{
	ID:       "app-distribution",
	Severity: diag.Error,
	Title:    "set distribution to 'private' or 'marketplace'",
	Why:      "distribution decides who can install the app and which rate limits the CRM applies to it",
	Hint:     "write 'private' or 'marketplace'",
	Before:   `defineApp({ distribution: 'public', ... })`,
	After:    `defineApp({ distribution: 'marketplace', ... })`,
	Run:      runAppDistribution,
}

func runAppDistribution(p *checker.Pass) {
	for _, d := range p.Declarations {
		if d.Kind == declared.App {
			distribution := d.Options.Get("distribution")
			reportUnlessWord(p, distribution, "distribution of "+describe(d), []string{"private", "marketplace"})
		}
	}
}
