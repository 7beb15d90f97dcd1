package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var repeatedKey = &checker.Rule{
	ID:       "repeated-key",
	Severity: diag.Warning,
	Title:    "write each key of an object once",
	Why:      "of two members with one name, an object has the last one only; a field or option above it is lost",
	Hint:     "remove one of the two, or correct its name",
	Before:   `input: { amount: { type: 'number' }, amount: { type: 'string' } },`,
	After:    `input: { amount: { type: 'number' }, currency: { type: 'string' } },`,
	Run:      runRepeatedKey,
}

func runRepeatedKey(p *checker.Pass) {
	eachUse(p, declared.RepeatedKey, func(use declared.Use) {
		p.Reportf(use.At, "the object has the key %s twice", quoteText(use.Path[0])).
			Related(use.Of, "the first one, which is lost")
	})
}
