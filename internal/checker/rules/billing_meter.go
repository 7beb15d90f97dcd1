package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
)

var billingMeter = &checker.Rule{
	ID:       "billing-meter",
	Severity: diag.Error,
	Title:    "use a valid aggregation and period for each meter",
	Why: "aggregation is " + literals(appOptions, "billing", "meters", "aggregation") +
		"; period is " + literals(appOptions, "billing", "meters", "period"),
	Hint:   "write values such as aggregation: 'sum' and period: 'month'",
	Before: `{ id: 'calls', name: 'Calls', aggregation: 'count', period: 'monthly' },`,
	After:  `{ id: 'calls', name: 'Calls', aggregation: 'sum', period: 'month' },`,
	Run:    runBillingMeter,
}

func runBillingMeter(p *checker.Pass) {
	for _, meter := range catalogItems(p, "meters") {
		owner := "a meter"
		if id := meter.Get("id"); hasText(id) {
			owner = "meter " + quote(id)
		}
		for _, name := range []string{"aggregation", "period"} {
			words := optionAt(appOptions, "billing", "meters", name).words
			reportUnlessWord(p, meter.Get(name), name+" of "+owner, words)
		}
	}
}
