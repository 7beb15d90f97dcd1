// The rule unique-property-count: an app object has as many unique properties as the platform allows.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
)

var uniquePropertyCount = &checker.Rule{
	ID:       "unique-property-count",
	Severity: diag.Warning,
	Title:    "an app object has at most 10 unique properties",
	Why:      "the CRM platform allows 10 properties with hasUniqueValue an object, and the choice is permanent",
	Hint:     "keep hasUniqueValue for the properties that records are looked up by",
	Before:   `// eleven properties with hasUniqueValue: true`,
	After:    `ledger_id: { type: 'string', hasUniqueValue: true },`,
	Run:      runUniquePropertyCount,
}

func runUniquePropertyCount(p *checker.Pass) {
	limit, counts := platform.UniqueProperties.Value, map[*declared.Declaration]int{}
	eachField(p, func(f field) {
		unique := f.value.Get("hasUniqueValue")
		if f.role != roleObject || !unique.IsBool() || !unique.Bool {
			return // not one of them
		}
		counts[f.owner]++
		if counts[f.owner] == limit+1 {
			p.Reportf(unique.At, "%s has more than %d unique properties", describe(f.owner), limit)
		}
	})
}
