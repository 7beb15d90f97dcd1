package rules

import (
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var unreadableValue = &checker.Rule{
	ID:       "unreadable-value",
	Severity: diag.Warning,
	Title:    "write object types and scopes so that svc check can read them",
	Why: "svc check reads constants, imports, arrays, enums and helper functions to find the scopes that the app " +
		"needs; values from the input, the environment or computations are unknown to it, so a missing scope shows " +
		"only when the CRM rejects the call",
	Hint: "use a constant, or name the scopes of the call: usesScopes(['crm.objects.deals.read'], () => ...)",
	Before: `const type = ctx.input.kind;
await ctx.crm.objects.get(type, id);`,
	After: `const type = ctx.input.kind === 'deal' ? 'deals' : 'contacts';
await ctx.crm.objects.get(type, id);`,
	Run: runUnreadableValue,
}

func runUnreadableValue(p *checker.Pass) {
	if p.App == nil {
		return
	}
	for _, call := range unreadableCalls(p) {
		if isScopeMark(call) {
			p.Reportf(call.ArgAt, "svc check cannot read the scopes of this call to usesScopes").
				Hintf("name the scopes as strings or constants: usesScopes(['crm.objects.deals.read'], () => ...)")
			continue
		}
		p.Reportf(call.ArgAt, "svc check cannot read the object type of crm.%s, so it does not know which scope "+
			"the call needs",
			strings.Join(crmCall(call), "."))
	}
}

// unreadableCalls returns the calls that need scopes which are not in the source.
func unreadableCalls(p *checker.Pass) (calls []declared.Call) {
	seen := map[declared.Mark]bool{}
	for _, call := range p.Calls {
		if call.ArgAt.IsZero() || call.Invalid != "" || len(call.Args) > 0 && call.Args[0].Known || seen[call.ArgAt] {
			continue // known, or uses-scopes-arguments reports it
		}
		seen[call.ArgAt] = true
		if isScopeMark(call) || takesObjectType(crmCall(call)) && !call.Marked {
			calls = append(calls, call)
		}
	}
	return calls
}

func isScopeMark(call declared.Call) bool { return call.Path[len(call.Path)-1] == "usesScopes" }

// takesObjectType reports whether a method of the CRM client needs the scope of the object type that its first argument
// names.
func takesObjectType(path []string) bool {
	if len(path) > 0 && path[0] == "batch" {
		path = path[1:]
	}
	return len(path) == 2 && path[0] == "objects"
}
