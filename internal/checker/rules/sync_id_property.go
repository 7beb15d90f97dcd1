package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var syncIDProperty = &checker.Rule{
	ID:       "sync-id-property",
	Severity: diag.Error,
	Title:    "set idProperty to a unique property of the destination",
	Why: "idProperty is the unique property that stores each row's key; without it, a sync with a source fails when " +
		"it runs",
	Hint:   "add idProperty: a property of the destination with hasUniqueValue: true",
	Before: `worker.sync(invoices, { schedule: '15m', into: invoice });`,
	After:  `worker.sync(invoices, { schedule: '15m', into: invoice, idProperty: 'ledger_id' });`,
	Run:    runSyncIDProperty,
}

func runSyncIDProperty(p *checker.Pass) {
	objects := appObjectsOf(p)
	for _, d := range ofKind(p, declared.Sync) {
		if misplacedOptions(d) != nil {
			continue // option-type reports it
		}
		id := d.Options.Get("idProperty")
		if id.IsAbsent() && hasSource(d) {
			p.Reportf(d.At, "%s has a source, but no idProperty", describe(d))
		}
		if hasText(id) {
			checkIDProperty(p, objects, d, id)
		}
	}
}

// checkIDProperty checks the property if the destination is an app object. The properties of the CRM's objects are
// unknown here.
func checkIDProperty(p *checker.Pass, objects appObjects, d *declared.Declaration, id *declared.Value) {
	object := objects.named(d.Options.Get("into"))
	if object == nil || !object.Options.Get("properties").IsObject() || isPlatformProperty(id.Text) {
		return // unknown, or a property of the platform
	}
	property := propertyOf(object, id.Text)
	if property == nil {
		if createsProperties(d) {
			return // the first run creates it
		}
		p.Reportf(id.At, "idProperty %s is not a property of %s", quote(id), describe(object)).
			Related(object.At, "the destination is declared here").
			Suggest(id.Text, propertyNames(object))
		return
	}
	if unique := property.Get("hasUniqueValue"); !unique.IsBool() || !unique.Bool {
		p.Reportf(id.At, "idProperty %s is not unique in %s", quote(id), describe(object)).
			Related(property.At, "the property is declared here").
			Hintf("add hasUniqueValue: true to the property")
	}
}
