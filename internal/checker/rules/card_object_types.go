package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var cardObjectTypes = &checker.Rule{
	ID:       "card-object-types",
	Severity: diag.Warning,
	Title:    "list the object types that a card appears on",
	Why:      "a card appears on records of its objectTypes; without any, it appears nowhere",
	Hint:     "list an object type, such as 'contacts'",
	Before:   `card({ objectTypes: [], ... })`,
	After:    `card({ objectTypes: ['contacts'], ... })`,
	Run:      runCardObjectTypes,
}

func runCardObjectTypes(p *checker.Pass) {
	for _, d := range ofKind(p, declared.Card) {
		if types := d.Options.Get("objectTypes"); types.IsArray() && len(types.Items) == 0 {
			p.Reportf(types.At, "%s lists no object types", describe(d))
		}
	}
}
