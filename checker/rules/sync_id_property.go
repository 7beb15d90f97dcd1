// The rule sync-id-property: a sync of a source knows the unique property that tells its rows apart.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var syncIDProperty = &checker.Rule{
	ID:       "sync-id-property",
	Severity: diag.Error,
	Title:    "a sync of a source has an idProperty, a unique property of its destination",
	Why:      "idProperty is the unique destination property that each row key carries: a source-backed sync fails closed at run time when it is missing",
	Hint:     "add idProperty: a property of the destination with hasUniqueValue: true",
	Before:   `worker.sync(invoices, { schedule: '15m', into: invoice });`,
	After:    `worker.sync(invoices, { schedule: '15m', into: invoice, idProperty: 'ledger_id' });`,
	Run:      runSyncIDProperty,
}

func runSyncIDProperty(p *checker.Pass) {
	objects := appObjectsOf(p)
	for _, d := range p.Declarations {
		if d.Kind != declared.Sync || misplacedOptions(d) != nil {
			continue // option-type speaks of it
		}
		id := d.Options.Get("idProperty")
		if id.IsAbsent() && hasSource(d) {
			p.Reportf(d.At, "%s has a source, but no idProperty", describe(d))
		}
		if id.IsString() && !isBlank(id.Text) {
			checkIDProperty(p, objects, d, id)
		}
	}
}

// checkIDProperty looks at the property where the destination is an app object of this app; the properties of
// the CRM's own objects are not known here.
func checkIDProperty(p *checker.Pass, objects appObjects, d *declared.Declaration, id *declared.Value) {
	object := objects.named(d.Options.Get("into"))
	if object == nil || !object.Options.Get("properties").IsObject() || isPlatformProperty(id.Text) {
		return // unknown, or the platform's own
	}
	property := propertyOf(object, id.Text)
	if property == nil {
		if createsProperties(d) {
			return // the first run creates it
		}
		names := propertyNames(object)
		draft := p.Reportf(id.At, "idProperty %s is no property of %s", quote(id), describe(object)).
			Related(object.At, "the destination")
		hintNearest(draft, id.Text, names)
		return
	}
	if unique := property.Get("hasUniqueValue"); !unique.IsBool() || !unique.Bool {
		p.Reportf(id.At, "idProperty %s is not unique in %s", quote(id), describe(object)).
			Related(property.At, "the property").
			Hintf("add hasUniqueValue: true to the property")
	}
}
