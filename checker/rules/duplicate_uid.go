// The rule duplicate-uid: no two components of the CRM project have one uid.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/diag"
)

var duplicateUID = &checker.Rule{
	ID:       "duplicate-uid",
	Severity: diag.Error,
	Title:    "uids are unique over the project",
	Why:      "the CRM platform knows every component by its uid: of cards, tools, MCP servers, app objects, associations and events no two may share one",
	Hint:     "declare another uid, or choose another id",
	Before: `appObject('car-lease', { ... });
appEvent('carLease', { ... });`,
	After: `appObject('car-lease', { ... });
appEvent('carLease', { uid: 'CAR_LEASE_SIGNED', ... });`,
	Run: runDuplicateUID,
}

func runDuplicateUID(p *checker.Pass) {
	first := map[string]component{}
	for _, c := range components(p) {
		if owner, own := ownUIDs[c.uid]; own {
			p.Reportf(c.at, "the uid %q of %s is that of %s", c.uid, describe(c.by), owner)
			continue
		}
		earlier, taken := first[c.uid]
		if !taken {
			first[c.uid] = c
			continue
		}
		sameName := earlier.by.Kind == c.by.Kind && earlier.by.ID == c.by.ID
		if sameName || samePlace(p, earlier.by, c.by) {
			continue // the rules about duplicate ids speak of it, or it was evaluated twice
		}
		p.Reportf(c.at, "%s has the uid %q, which %s has already", describe(c.by), c.uid, describe(earlier.by)).
			Related(earlier.at, "first declared here")
	}
}
