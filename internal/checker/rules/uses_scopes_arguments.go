package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
)

var usesScopesArguments = &checker.Rule{
	ID:       "uses-scopes-arguments",
	Severity: diag.Error,
	Title:    "pass scopes and a function to usesScopes",
	Why: "usesScopes calls the function and records that it needs the scopes; without a function it throws, without " +
		"scopes it records nothing",
	Hint:   "write usesScopes(['crm.objects.deals.write'], () => …)",
	Before: `usesScopes(() => ctx.crm.objects.update('deals', id, change));`,
	After:  `usesScopes(['crm.objects.deals.write'], () => ctx.crm.objects.update('deals', id, change));`,
	Run:    runUsesScopesArguments,
}

func runUsesScopesArguments(p *checker.Pass) {
	for _, call := range p.Calls {
		if call.Invalid != "" {
			p.Reportf(call.At, "the call to usesScopes %s", call.Invalid)
		}
	}
}
