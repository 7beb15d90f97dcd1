// The rule sync-destination: the rows of a source have somewhere to go.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var syncDestination = &checker.Rule{
	ID:       "sync-destination",
	Severity: diag.Error,
	Title:    "a sync of a source says which object its rows go into",
	Why:      "source-backed syncs batch-upsert their rows into the destination, keyed on idProperty; schema and manageSchema speak of it too",
	Hint:     "add into: a CRM object type or an app object",
	Before:   `worker.sync(invoices, { schedule: '15m', idProperty: 'ledger_id' });`,
	After:    `worker.sync(invoices, { schedule: '15m', into: invoice, idProperty: 'ledger_id' });`,
	Run:      runSyncDestination,
}

func runSyncDestination(p *checker.Pass) {
	for _, d := range p.Declarations {
		if d.Kind != declared.Sync || misplacedOptions(d) != nil || d.Options.Has("into") {
			continue // it has one, or option-type speaks of it
		}
		if hasSource(d) {
			p.Reportf(d.At, "%s has a source, but no into", describe(d))
			continue
		}
		for _, option := range []string{"idProperty", "schema", "manageSchema"} {
			if v := d.Options.Get(option); !v.IsAbsent() && !(v.IsBool() && !v.Bool) {
				p.Reportf(v.At, "%s of %s speaks of a destination, but there is no into", option, describe(d)).
					Hintf("add into, or remove %s", option).Warn()
			}
		}
	}
}
