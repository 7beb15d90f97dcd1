package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
)

var componentScope = &checker.Rule{
	ID:       "component-scope",
	Severity: diag.Warning,
	Title:    "request the scopes that app events and app objects need",
	Why: "the platform accepts occurrences of app events only with the scope timeline, and records of app objects " +
		"only with crm.objects.custom.read or .write",
	Hint:   "add the scope to scopes",
	Before: `defineApp({ scopes: ['oauth'], events: [paymentReceived], ... })`,
	After:  `defineApp({ scopes: ['oauth', 'timeline'], events: [paymentReceived], ... })`,
	Run:    runComponentScope,
}

func runComponentScope(p *checker.Pass) {
	scopes := appOption(p, "scopes")
	if !scopes.IsArray() {
		return // missing-option and option-type report it
	}
	for _, need := range []struct {
		option string
		scopes []string
	}{
		{"events", []string{"timeline"}},
		{"objects", []string{"crm.objects.custom.read", "crm.objects.custom.write"}},
	} {
		if list := appOption(p, need.option); len(list.Items) > 0 && !requests(p, need.scopes) {
			p.Reportf(list.At, "%s need the scope %s, which the app does not request", need.option, oneOf(need.scopes)).
				Related(scopes.At, "scopes are declared here")
		}
	}
}
