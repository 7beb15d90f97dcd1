// The rule app-distribution: an app is private or for the marketplace.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var appDistribution = &checker.Rule{
	ID:       "app-distribution",
	Severity: diag.Error,
	Title:    "distribution is 'private' or 'marketplace'",
	Why:      "distribution decides who may install the app, and its share of the CRM's rate limits",
	Hint:     "write 'private' or 'marketplace'",
	Before:   `defineApp({ distribution: 'public', ... })`,
	After:    `defineApp({ distribution: 'marketplace', ... })`,
	Run:      runAppDistribution,
}

func runAppDistribution(p *checker.Pass) {
	for _, d := range p.Declarations {
		if d.Kind == declared.App {
			reportUnlessWord(p, d.Options.Get("distribution"), "distribution of "+describe(d), []string{
				"private", "marketplace",
			})
		}
	}
}
