// The rule duplicate-card-id: no two cards of an app have one id.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var duplicateCardID = &checker.Rule{
	ID:       "duplicate-card-id",
	Severity: diag.Error,
	Title:    "no two cards of an app have one id",
	Why:      "the id of a card becomes the uid of a component of the CRM project, and uids are unique over the project",
	Hint:     "give one of the two another id",
	Before: `card({ id: 'invoices', name: 'Open invoices', ... }),
card({ id: 'invoices', name: 'Paid invoices', ... }),`,
	After: `card({ id: 'open-invoices', name: 'Open invoices', ... }),
card({ id: 'paid-invoices', name: 'Paid invoices', ... }),`,
	Run: runDuplicateCardID,
}

func runDuplicateCardID(p *checker.Pass) {
	first := map[string]*declared.Declaration{}
	for _, d := range cardsOf(p) {
		if d.ID == "" {
			continue // missing-option speaks of it
		}
		earlier, taken := first[d.ID]
		if !taken {
			first[d.ID] = d
			continue
		}
		if !samePlace(p, earlier, d) {
			p.Reportf(d.IDMark(), "the card id %q is taken", d.ID).
				Related(earlier.IDMark(), "first declared here")
		}
	}
}
