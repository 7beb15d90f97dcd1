package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
)

var usesScopes = &checker.Rule{
	ID:       "uses-scopes",
	Severity: diag.Error,
	Title:    "request the scopes that usesScopes marks",
	Why:      "usesScopes records the scopes that a call needs; without them, the CRM rejects the call",
	Hint:     "add the scope to scopes, or to optionalScopes if the app works without it",
	Before: `defineApp({ scopes: ['crm.objects.deals.read'], ... })
usesScopes(['crm.objects.deals.write'], () => ctx.crm.objects.update('deals', id, change));`,
	After: `defineApp({ scopes: ['crm.objects.deals.read', 'crm.objects.deals.write'], ... })
usesScopes(['crm.objects.deals.write'], () => ctx.crm.objects.update('deals', id, change));`,
	Run: runUsesScopes,
}

func runUsesScopes(p *checker.Pass) {
	scopes := appOption(p, "scopes")
	if !scopes.IsArray() {
		return // no app, or missing-option and option-type report it
	}
	for _, call := range p.Calls {
		for _, scope := range markedScopes(call) {
			if requests(p, []string{scope}) {
				continue
			}
			p.Reportf(call.At, "the call needs the scope %s, which the app does not request", quoteText(scope)).
				Related(scopes.At, "scopes are declared here").Suggest(scope, requestedScopes(p))
		}
	}
}
