// The rule duplicate-property-name: no two properties of an object or event are stored under one name.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var duplicatePropertyName = &checker.Rule{
	ID:       "duplicate-property-name",
	Severity: diag.Error,
	Title:    "no two properties of an app object or event have one name",
	Why:      "a property is stored under its name, which is its key unless it gives another",
	Hint:     "give one of the two another name",
	Before: `properties: {
  amount: { type: 'number' },
  total: { type: 'number', name: 'amount' },
},`,
	After: `properties: {
  amount: { type: 'number' },
  total: { type: 'number' },
},`,
	Run: runDuplicatePropertyName,
}

func runDuplicatePropertyName(p *checker.Pass) {
	type slot struct {
		owner *declared.Declaration
		name  string
	}
	first := map[slot]declared.Mark{}
	eachField(p, func(f field) {
		if !f.isProperty() {
			return // inputs and outputs have their keys only
		}
		name, at := f.storedName()
		if earlier, taken := first[slot{f.owner, name}]; taken {
			p.Reportf(at, "the property name %q is taken", name).Related(earlier, "first declared here")
			return
		}
		first[slot{f.owner, name}] = at
	})
}
