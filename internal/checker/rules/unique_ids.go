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

var duplicateDeclarationID = &checker.Rule{
	ID:       "duplicate-declaration-id",
	Severity: diag.Error,
	Title:    "give each app object, association and event a unique id",
	Why:      "a portal identifies an installed type by the uid derived from the id, so two declarations cannot share it",
	Hint:     "change one of the two ids",
	Before: `appObject('invoice', { ... });
appObject('invoice', { ... });`,
	After: `appObject('invoice', { ... });
appObject('credit-note', { ... });`,
	Run: uniqueIDs(declared.AppObject, declared.AppObjectAssociation, declared.AppEvent),
}

// isSchema reports whether declarations of a kind become types in a portal: app objects, associations and events.
func isSchema(kind declared.Kind) bool {
	return kind == declared.AppObject || kind == declared.AppObjectAssociation || kind == declared.AppEvent
}

var duplicateSourceName = &checker.Rule{
	ID:       "duplicate-source-name",
	Severity: diag.Error,
	Title:    "give each source a unique name",
	Why:      "the name of a source is part of its webhook's path, and the id of its sync",
	Hint:     "rename one of the two",
	Before: `defineSource({ name: 'invoices', fetch });
defineSource.push({ name: 'invoices', receive, auth });`,
	After: `defineSource({ name: 'invoices', fetch });
defineSource.push({ name: 'invoice-changes', receive, auth });`,
	Run: uniqueIDs(declared.Source),
}
