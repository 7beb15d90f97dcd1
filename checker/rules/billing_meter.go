package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/diag"
)

var billingMeter = &checker.Rule{
	ID:       "billing-meter",
	Severity: diag.Error,
	Title:    "use a valid aggregation and period for each meter",
	Why:      "aggregation is 'sum', 'max' or 'last'; period is 'month' or 'billing_cycle'",
	Hint:     "write values such as aggregation: 'sum' and period: 'month'",
	Before:   `{ id: 'calls', name: 'Calls', aggregation: 'count', period: 'monthly' },`,
	After:    `{ id: 'calls', name: 'Calls', aggregation: 'sum', period: 'month' },`,
	Run:      runBillingMeter,
}

func runBillingMeter(p *checker.Pass) {
	for _, meter := range catalogItems(p, "meters") {
		owner := "a meter"
		if id := meter.Get("id"); id.IsString() && !isBlank(id.Text) {
			owner = "meter " + quote(id)
		}
		reportUnlessWord(p, meter.Get("aggregation"), "aggregation of "+owner, []string{"sum", "max", "last"})
		reportUnlessWord(p, meter.Get("period"), "period of "+owner, []string{"month", "billing_cycle"})
	}
}
