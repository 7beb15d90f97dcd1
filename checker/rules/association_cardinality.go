package rules

import (
	"slices"

	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var associationCardinality = &checker.Rule{
	ID:       "association-cardinality",
	Severity: diag.Error,
	Title:    "use one of the four cardinalities",
	Why:      "cardinality is 'ONE_TO_ONE', 'ONE_TO_MANY', 'MANY_TO_ONE' or 'MANY_TO_MANY'",
	Hint:     "write one of the four cardinalities",
	Before:   `cardinality: 'one-to-many',`,
	After:    `cardinality: 'ONE_TO_MANY',`,
	Run:      runAssociationCardinality,
}

var cardinalities = []string{"ONE_TO_ONE", "ONE_TO_MANY", "MANY_TO_ONE", "MANY_TO_MANY"}

func runAssociationCardinality(p *checker.Pass) {
	for _, d := range p.Declarations {
		v := d.Options.Get("cardinality")
		if d.Kind != declared.AppObjectAssociation || v.IsAbsent() || v.IsString() && slices.Contains(cardinalities, v.Text) {
			continue // left out, or one of the four
		}
		draft := p.Reportf(v.At, "cardinality of %s must be %s, not %s", describe(d), oneOf(cardinalities), quote(v))
		hintNearest(draft, v.Text, cardinalities)
	}
}
