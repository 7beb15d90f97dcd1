package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var duplicatePropertyName = &checker.Rule{
	ID:       "duplicate-property-name",
	Severity: diag.Error,
	Title:    "give each property of an app object or event a unique name",
	Why:      "a property is stored under its name, which is its key by default",
	Hint:     "rename one of the two",
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
	type key struct {
		owner *declared.Declaration
		name  string
	}
	first := firsts[key, declared.Mark]{}
	eachField(p, func(f field) {
		if !f.isProperty() {
			return // inputs and outputs have only their keys
		}
		name, at := f.storedName()
		if earlier, taken := first.earlier(key{f.owner, name}, at); taken {
			p.Reportf(at, "duplicate property name %q", name).Related(earlier, "first declared here")
		}
	})
}
