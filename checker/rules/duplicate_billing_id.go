// The rule duplicate-billing-id: plans, features and meters can be told apart.

package rules

import (
	"strings"

	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var duplicateBillingID = &checker.Rule{
	ID:       "duplicate-billing-id",
	Severity: diag.Error,
	Title:    "ids of plans, of features and of meters are unique",
	Why:      "plans name features and meters by id, capabilities and installs do too",
	Hint:     "give one of the two another id",
	Before:   `features: [{ id: 'export', name: 'CSV export' }, { id: 'export', name: 'PDF export' }],`,
	After:    `features: [{ id: 'csv-export', name: 'CSV export' }, { id: 'pdf-export', name: 'PDF export' }],`,
	Run:      runDuplicateBillingID,
}

func runDuplicateBillingID(p *checker.Pass) {
	for _, list := range []string{"plans", "features", "meters"} {
		first := map[string]*declared.Value{}
		for _, item := range catalogItems(p, list) {
			id := item.Get("id")
			if !id.IsString() || isBlank(id.Text) {
				continue // missing-option and option-type speak of these
			}
			if earlier, taken := first[id.Text]; taken {
				p.Reportf(id.At, "the %s id %s is taken", strings.TrimSuffix(list, "s"), quote(id)).
					Related(earlier.At, "first declared here")
				continue
			}
			first[id.Text] = id
		}
	}
}
