// The rule unused-source: a source feeds a sync.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var unusedSource = &checker.Rule{
	ID:       "unused-source",
	Severity: diag.Warning,
	Title:    "a source feeds a sync",
	Why:      "a source is an external system that feeds a sync: without one nobody asks it, and what it pushes is not received",
	Hint:     "give it to a sync: worker.sync(source, { ... }), or remove it",
	Before:   `export const ledger = defineSource({ name: 'ledger', fetch });`,
	After: `export const ledger = defineSource({ name: 'ledger', fetch });
worker.sync(ledger, { ... });`,
	Run: runUnusedSource,
}

func runUnusedSource(p *checker.Pass) {
	if !allEvaluated(p) {
		return // the file that failed may be the one that uses it
	}
	used := map[string]bool{} // by name: a module that two parts of a project share is evaluated in each
	for _, d := range p.Declarations {
		if source := sourceOf(d); d.Kind == declared.Sync && source != nil {
			used[source.ID] = true
		}
	}
	for _, d := range p.Declarations {
		if d.Kind == declared.Source && d.ID != "" && !used[d.ID] {
			p.Reportf(d.At, "%s feeds no sync", describe(d))
		}
	}
}
