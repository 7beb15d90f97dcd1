package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var cardLocation = &checker.Rule{
	ID:       "card-location",
	Severity: diag.Error,
	Title:    "use a valid card location",
	Why:      "location is " + literals(cardOptions, "location"),
	Hint:     "write one of these locations",
	Before:   `card({ location: 'crm.sidebar', ... })`,
	After:    `card({ location: 'crm.record.sidebar', ... })`,
	Run:      wordRule(declared.Card, "location"),
}
