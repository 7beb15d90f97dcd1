package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var syncSchema = &checker.Rule{
	ID:       "sync-schema",
	Severity: diag.Error,
	Title:    "map each source field to a different property of the destination",
	Why: "schema maps source fields to destination properties; rows that do not match it are quarantined, and two " +
		"fields with one property would overwrite each other",
	Hint:   "map each field to a different property",
	Before: `schema: { total: 'amount_du', due: 'due_date' },`,
	After:  `schema: { total: 'amount_due', due: 'due_date' },`,
	Run:    runSyncSchema,
}

func runSyncSchema(p *checker.Pass) {
	objects := appObjectsOf(p)
	for _, d := range ofKind(p, declared.Sync) {
		first := firsts[string, declared.Member]{}
		for _, member := range d.Options.Get("schema").Members {
			target := member.Value
			switch {
			case target.IsAbsent():
				continue
			case !hasText(target):
				p.Reportf(target.At, "schema must map %q to a property name, not to %s", member.Name, quote(target))
				continue
			}
			if earlier, taken := first.earlier(target.Text, member); taken {
				p.Reportf(target.At, "schema maps both %q and %q to the property %s", earlier.Name, member.Name, quote(target)).
					Related(earlier.Value.At, "first mapped here")
				continue
			}
			checkSchemaTarget(p, objects, d, target)
		}
	}
}

func checkSchemaTarget(p *checker.Pass, objects appObjects, d *declared.Declaration, target *declared.Value) {
	object := objects.named(d.Options.Get("into"))
	if object == nil || !object.Options.Get("properties").IsObject() || createsProperties(d) {
		return // the properties of the CRM's objects are unknown, or the sync creates missing ones
	}
	if isPlatformProperty(target.Text) || propertyOf(object, target.Text) != nil {
		return
	}
	p.Reportf(target.At, "%s has no property %s", describe(object), quote(target)).
		Related(object.At, "the destination is declared here").
		Hintf("add the property to %s, or set manageSchema: 'properties' to create it", describe(object)).
		Suggest(target.Text, propertyNames(object))
}
