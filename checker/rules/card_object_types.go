// The rule card-object-types: a card is shown on some kind of record.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/diag"
)

var cardObjectTypes = &checker.Rule{
	ID:       "card-object-types",
	Severity: diag.Warning,
	Title:    "a card lists the object types that it is shown on",
	Why:      "a card is shown on records of its objectTypes: with none it is shown nowhere",
	Hint:     "list an object type, such as 'contacts'",
	Before:   `card({ objectTypes: [], ... })`,
	After:    `card({ objectTypes: ['contacts'], ... })`,
	Run:      runCardObjectTypes,
}

func runCardObjectTypes(p *checker.Pass) {
	for _, d := range cardsOf(p) {
		if types := d.Options.Get("objectTypes"); types.IsArray() && len(types.Items) == 0 {
			p.Reportf(types.At, "%s is shown on no object type", describe(d))
		}
	}
}
