package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
)

var duplicateUID = &checker.Rule{
	ID:       "duplicate-uid",
	Severity: diag.Error,
	Title:    "give each component a unique uid",
	Why:      "the CRM platform identifies cards, tools, MCP servers, app objects, associations and events by uid",
	Hint:     "declare another uid, or change the id",
	Before: `appObject('car-lease', { ... });
appEvent('carLease', { ... });`,
	After: `appObject('car-lease', { ... });
appEvent('carLease', { uid: 'CAR_LEASE_SIGNED', ... });`,
	Run: runDuplicateUID,
}

func runDuplicateUID(p *checker.Pass) {
	first := firsts[string, component]{}
	for _, c := range components(p) {
		if owner, reserved := reservedUIDs[c.uid]; reserved {
			p.Reportf(c.at, "the uid %q of %s is reserved for %s", c.uid, describe(c.by), owner)
			continue
		}
		earlier, taken := first.earlier(c.uid, c)
		if !taken || nameOf(earlier.by) == nameOf(c.by) {
			continue // another rule reports duplicate ids, or two shards evaluated the declaration
		}
		p.Reportf(c.at, "%s has the uid %q, which %s already has", describe(c.by), c.uid, describe(earlier.by)).
			Related(earlier.at, "first declared here")
	}
}
