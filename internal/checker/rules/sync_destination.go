package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var syncDestination = &checker.Rule{
	ID:       "sync-destination",
	Severity: diag.Error,
	Title:    "set into for every sync with a source",
	Why: "a sync with a source upserts its rows in batches into the destination, keyed by idProperty; schema and " +
		"manageSchema also need it",
	Hint:   "add into: a CRM object type or an app object",
	Before: `worker.sync(invoices, { schedule: '15m', idProperty: 'ledger_id' });`,
	After:  `worker.sync(invoices, { schedule: '15m', into: invoice, idProperty: 'ledger_id' });`,
	Run:    runSyncDestination,
}

func runSyncDestination(p *checker.Pass) {
	for _, d := range ofKind(p, declared.Sync) {
		if misplacedOptions(d) != nil || d.Options.Has("into") {
			continue // set, or option-type reports it
		}
		if hasSource(d) {
			p.Reportf(d.At, "%s has a source, but no into", describe(d))
			continue
		}
		for _, option := range []string{"idProperty", "schema", "manageSchema"} {
			if v := d.Options.Get(option); !v.IsAbsent() && !(v.IsBool() && !v.Bool) {
				p.Reportf(v.At, "%s of %s needs a destination, but into is not set", option, describe(d)).
					Hintf("add into, or remove %s", option).Warn()
			}
		}
	}
}
