package rules

import (
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
)

var duplicateBillingID = &checker.Rule{
	ID:       "duplicate-billing-id",
	Severity: diag.Error,
	Title:    "give each plan, feature and meter a unique id",
	Why:      "plans, capabilities and installs refer to plans, features and meters by id",
	Hint:     "change one of the two ids",
	Before:   `features: [{ id: 'export', name: 'CSV export' }, { id: 'export', name: 'PDF export' }],`,
	After:    `features: [{ id: 'csv-export', name: 'CSV export' }, { id: 'pdf-export', name: 'PDF export' }],`,
	Run:      runDuplicateBillingID,
}

func runDuplicateBillingID(p *checker.Pass) {
	for _, list := range []string{"plans", "features", "meters"} {
		first := firstTexts{}
		for _, item := range catalogItems(p, list) {
			id := item.Get("id")
			if !hasText(id) {
				continue // missing-option and option-type report these
			}
			if earlier, taken := first.earlier(id.Text, id); taken {
				p.Reportf(id.At, "duplicate %s id %s", strings.TrimSuffix(list, "s"), quote(id)).
					Related(earlier.At, "first declared here")
			}
		}
	}
}
