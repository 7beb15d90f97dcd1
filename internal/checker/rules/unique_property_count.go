package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
)

var uniquePropertyCount = &checker.Rule{
	ID:       "unique-property-count",
	Severity: diag.Warning,
	Title:    "declare at most 10 unique properties per app object",
	Why:      "the CRM platform allows 10 properties with hasUniqueValue per object, and the choice is permanent",
	Hint:     "set hasUniqueValue only on properties that identify records",
	Before:   `// eleven properties with hasUniqueValue: true`,
	After:    `ledger_id: { type: 'string', hasUniqueValue: true },`,
	Run:      runUniquePropertyCount,
}

func runUniquePropertyCount(p *checker.Pass) {
	limit, counts := platform.UniqueProperties.Value, map[*declared.Declaration]int{}
	eachField(p, func(f field) {
		unique := f.value.Get("hasUniqueValue")
		if f.role != roleObject || !unique.IsBool() || !unique.Bool {
			return
		}
		counts[f.owner]++
		if counts[f.owner] == limit+1 {
			p.Reportf(unique.At, "%s has more than %d unique properties", describe(f.owner), limit)
		}
	})
}
