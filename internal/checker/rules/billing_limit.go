package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var billingLimit = &checker.Rule{
	ID:       "billing-limit",
	Severity: diag.Error,
	Title:    "set each limit of a plan to a number or null",
	Why:      "limits maps each meter to the plan's maximum; null means unlimited",
	Hint:     "write a number, or null for unlimited",
	Before:   `limits: { calls: 'unlimited' },`,
	After:    `limits: { calls: null },`,
	Run:      runBillingLimit,
}

func runBillingLimit(p *checker.Pass) {
	for i, plan := range catalogItems(p, "plans") {
		for _, limit := range plan.Get("limits").Members {
			v := limit.Value
			if v.IsAbsent() || v.Shape == declared.Null || isFinite(v) && v.Num >= 0 {
				continue // unset, unlimited, or a valid limit
			}
			p.Reportf(v.At, "the limit of %s for %s must be null or a number of at least 0, not %s",
				planName(plan, i), quoteText(limit.Name), quote(v))
		}
	}
}
