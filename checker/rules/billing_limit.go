// The rule billing-limit: a plan's limit is a number, or null for none.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var billingLimit = &checker.Rule{
	ID:       "billing-limit",
	Severity: diag.Error,
	Title:    "the limits of a plan are numbers, zero or more, or null",
	Why:      "limits maps each meter to the most that the plan allows; null is unlimited",
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
				continue // not limited, unlimited, or a limit
			}
			p.Reportf(
				v.At, "the limit of %s for %s must be a number, zero or more, or null, not %s", planName(plan, i),
				quoteText(limit.Name), quote(v),
			)
		}
	}
}
