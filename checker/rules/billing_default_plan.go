// The rule billing-default-plan: at most one plan is the default.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var billingDefaultPlan = &checker.Rule{
	ID:       "billing-default-plan",
	Severity: diag.Error,
	Title:    "at most one plan of the catalog is the default",
	Why:      "the default plan is that of an install that has chosen none: there can be only one",
	Hint:     "remove default from one of the two",
	Before: `{ id: 'free', default: true, ... },
{ id: 'team', default: true, ... },`,
	After: `{ id: 'free', default: true, ... },
{ id: 'team', ... },`,
	Run: runBillingDefaultPlan,
}

func runBillingDefaultPlan(p *checker.Pass) {
	var first *declared.Value
	for i, plan := range catalogItems(p, "plans") {
		byDefault := plan.Get("default")
		switch {
		case !byDefault.IsBool() || !byDefault.Bool:
		case first == nil:
			first = byDefault
		default:
			p.Reportf(byDefault.At, "%s is a second default plan", planName(plan, i)).
				Related(first.At, "the first default plan")
		}
	}
}
