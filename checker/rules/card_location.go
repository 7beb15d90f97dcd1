// The rule card-location: a card stands where the CRM has a place for it.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/diag"
)

var cardLocation = &checker.Rule{
	ID:       "card-location",
	Severity: diag.Error,
	Title:    "the location of a card is one of the four that exist",
	Why:      "location is 'crm.record.tab', 'crm.record.sidebar', 'crm.preview' or 'helpdesk.sidebar'",
	Hint:     "write one of the four",
	Before:   `card({ location: 'crm.sidebar', ... })`,
	After:    `card({ location: 'crm.record.sidebar', ... })`,
	Run:      runCardLocation,
}

func runCardLocation(p *checker.Pass) {
	for _, d := range cardsOf(p) {
		reportUnlessWord(p, d.Options.Get("location"), "location of "+describe(d),
			[]string{"crm.record.tab", "crm.record.sidebar", "crm.preview", "helpdesk.sidebar"})
	}
}
