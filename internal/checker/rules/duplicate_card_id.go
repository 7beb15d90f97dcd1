package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var duplicateCardID = &checker.Rule{
	ID:       "duplicate-card-id",
	Severity: diag.Error,
	Title:    "give each card a unique id",
	Why:      "a card's id becomes the uid of a component, and uids are unique within the CRM project",
	Hint:     "change one of the two ids",
	Before: `card({ id: 'invoices', name: 'Open invoices', ... }),
card({ id: 'invoices', name: 'Paid invoices', ... }),`,
	After: `card({ id: 'open-invoices', name: 'Open invoices', ... }),
card({ id: 'paid-invoices', name: 'Paid invoices', ... }),`,
	Run: uniqueIDs(declared.Card),
}
