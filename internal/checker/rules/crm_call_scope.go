package rules

import (
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var crmCallScope = &checker.Rule{
	ID:       "crm-call-scope",
	Severity: diag.Warning,
	Title:    "request the scopes of ctx.crm calls",
	Why: "the CRM rejects calls that the app's scopes do not cover; svc checks calls to ctx.crm.objects and " +
		"ctx.crm.conversations if it can read their object type",
	Hint: "add the scope to scopes, or to optionalScopes if the app works without it",
	Before: `defineApp({ scopes: ['crm.objects.contacts.read'], ... })
await ctx.crm.objects.update('contacts', id, { properties });`,
	After: `defineApp({ scopes: ['crm.objects.contacts.read', 'crm.objects.contacts.write'], ... })
await ctx.crm.objects.update('contacts', id, { properties });`,
	Run: runCrmCallScope,
}

func runCrmCallScope(p *checker.Pass) {
	scopes := appOption(p, "scopes")
	objects := appObjectsOf(p)
	type place struct {
		at    declared.Mark
		scope string
	}
	reported := map[place]bool{} // a call may be of several objects with one scope
	for _, call := range p.Calls {
		needed := scopesOfCall(p, objects, call)
		if len(needed) == 0 || !lacksScopes(p, needed...) || isMarked(p, call.File, needed) {
			continue // unknown, covered, or uses-scopes reports it
		}
		here := place{call.At, needed[0]}
		if reported[here] {
			continue
		}
		reported[here] = true
		draft := p.Reportf(call.At, "crm.%s needs the scope %s, which the app does not request",
			callText(call), oneOf(needed)).Related(scopes.At, "scopes are declared here")
		addScope(draft, scopes, needed[0], diag.Safe)
	}
}

// callText returns a call as text, without the part up to `crm.`: `objects.update("contacts")`.
func callText(call declared.Call) string {
	text := strings.Join(crmCall(call), ".")
	if len(call.Args) > 0 && call.Args[0].Known && call.Args[0].List == nil {
		return text + "(" + quoteText(call.Args[0].Text) + ")"
	}
	return text
}

// isMarked reports whether a usesScopes call of the file names one of the scopes.
func isMarked(p *checker.Pass, file string, scopes []string) bool {
	for _, call := range p.Calls {
		if call.File != file {
			continue
		}
		if slices.ContainsFunc(markedScopes(call), func(scope string) bool { return slices.Contains(scopes, scope) }) {
			return true
		}
	}
	return false
}
