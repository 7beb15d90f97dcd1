package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var unusedSource = &checker.Rule{
	ID:       "unused-source",
	Severity: diag.Warning,
	Title:    "use each source in a sync",
	Why:      "without a sync, a pull source is never fetched, and what a push source sends is not received",
	Hint:     "pass it to a sync: worker.sync(source, { ... }), or remove it",
	Before:   `export const ledger = defineSource({ name: 'ledger', fetch });`,
	After: `export const ledger = defineSource({ name: 'ledger', fetch });
worker.sync(ledger, { ... });`,
	Run: runUnusedSource,
}

func runUnusedSource(p *checker.Pass) {
	if !allEvaluated(p) {
		return // a file that failed may use it
	}
	used := map[string]bool{} // by name: a module that two shards share is evaluated in each
	for _, d := range ofKind(p, declared.Sync) {
		if source := sourceOf(d); source != nil {
			used[source.ID] = true
		}
	}
	for _, d := range ofKind(p, declared.Source) {
		if d.ID != "" && !used[d.ID] {
			p.Reportf(d.At, "no sync uses %s", describe(d))
		}
	}
}
