package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

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
