package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var billingWithoutCatalog = &checker.Rule{
	ID:       "billing-without-catalog",
	Severity: diag.Warning,
	Title:    "declare a billing catalog in an app whose capabilities have billing",
	Why:      "without a billing catalog, no capability is gated and no usage is recorded",
	Hint:     "declare billing in defineApp, with the features and meters that capabilities name",
	Before: `defineApp({ name: 'Ledger', ... })
worker.tool('remind', { billing: { meter: 'reminders' }, ... });`,
	After: `defineApp({ name: 'Ledger', billing: { plans: [...], features: [], meters: [...] }, ... })
worker.tool('remind', { billing: { meter: 'reminders' }, ... });`,
	Run: runBillingWithoutCatalog,
}

func runBillingWithoutCatalog(p *checker.Pass) {
	if p.App == nil || !appOption(p, "billing").IsAbsent() {
		return // no app, or it has a catalog
	}
	eachBillingBlock(p, func(d *declared.Declaration, block *declared.Value) {
		p.Reportf(block.At, "%s has billing, but the app declares no billing catalog", describe(d))
	})
}
