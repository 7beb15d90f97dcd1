package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var associationCardinality = &checker.Rule{
	ID:       "association-cardinality",
	Severity: diag.Error,
	Title:    "use a valid cardinality",
	Why:      "cardinality is " + literals(associationOptions, "cardinality"),
	Hint:     "write one of these cardinalities",
	Before:   `cardinality: 'one-to-many',`,
	After:    `cardinality: 'ONE_TO_MANY',`,
	Run:      wordRule(declared.AppObjectAssociation, "cardinality"),
}
