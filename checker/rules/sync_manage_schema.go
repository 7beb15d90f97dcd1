package rules

import (
	"github.com/appsvc/svc/checker"
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

func runSyncManageSchema(p *checker.Pass) {
	for _, d := range p.Declarations {
		manage := d.Options.Get("manageSchema")
		if d.Kind != declared.Sync || manage.IsAbsent() || manage.IsBool() && !manage.Bool || createsProperties(d) {
			continue
		}
		draft := p.Reportf(manage.At, "manageSchema of %s must be false, \"properties\" or \"full\", not %s",
			describe(d), quote(manage))
		hintNearest(draft, manage.Text, []string{"properties", "full"})
	}
}
