package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var syncManageSchema = &checker.Rule{
	ID:       "sync-manage-schema",
	Severity: diag.Error,
	Title:    "set manageSchema to false, 'properties' or 'full'",
	Why:      "manageSchema is false (the default), 'properties' or 'full'",
	Hint:     "write manageSchema: 'properties' to create missing properties, or 'full' to create the object too",
	Before:   `worker.sync(invoices, { manageSchema: true, ... });`,
	After:    `worker.sync(invoices, { manageSchema: 'properties', ... });`,
	Run:      runSyncManageSchema,
}

// schemaModes are the values of manageSchema besides false.
var schemaModes = optionAt(syncOptions, "manageSchema").words

func runSyncManageSchema(p *checker.Pass) {
	for _, d := range ofKind(p, declared.Sync) {
		manage := d.Options.Get("manageSchema")
		if manage.IsAbsent() || manage.IsBool() && !manage.Bool || createsProperties(d) {
			continue
		}
		p.Reportf(manage.At, "manageSchema of %s must be false, %s, not %s",
			describe(d), oneOf(schemaModes), quote(manage)).
			Suggest(manage.Text, schemaModes)
	}
}

// createsProperties reports whether a sync creates the properties that its destination lacks.
func createsProperties(d *declared.Declaration) bool {
	return isOneOf(d.Options.Get("manageSchema"), schemaModes...)
}
