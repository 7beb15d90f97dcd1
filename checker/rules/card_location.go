package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/diag"
)

var cardLocation = &checker.Rule{
	ID:       "card-location",
	Severity: diag.Error,
	Title:    "use one of the four card locations",
	Why:      "the CRM shows cards at 'crm.record.tab', 'crm.record.sidebar', 'crm.preview' and 'helpdesk.sidebar'",
	Hint:     "write one of the four locations",
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
