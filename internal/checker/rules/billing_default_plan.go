package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var billingDefaultPlan = &checker.Rule{
	ID:       "billing-default-plan",
	Severity: diag.Error,
	Title:    "mark at most one plan as the default",
	Why:      "an install without a chosen plan has the default plan, so there can be only one",
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
		isDefault := plan.Get("default")
		switch {
		case !isDefault.IsBool() || !isDefault.Bool:
		case first == nil:
			first = isDefault
		default:
			p.Reportf(isDefault.At, "%s is a second default plan", planName(plan, i)).
				Related(first.At, "first default plan")
		}
	}
}
