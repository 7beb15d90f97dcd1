// The rule event-custom-object: an event on records of an app object says so.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
)

var eventCustomObject = &checker.Rule{
	ID:       "event-custom-object",
	Severity: diag.Warning,
	Title:    "an event on an app object has supportsCustomObject: true",
	Why:      "events attach to CRM objects; on an app object they do so only with supportsCustomObject",
	Hint:     "add supportsCustomObject: true",
	Before:   `appEvent('invoice-sent', { objectType: 'ledger-invoice', ... });`,
	After:    `appEvent('invoice-sent', { objectType: 'ledger-invoice', supportsCustomObject: true, ... });`,
	Run:      runEventCustomObject,
}

func runEventCustomObject(p *checker.Pass) {
	objects := appObjectsOf(p)
	for _, d := range p.Declarations {
		target, supports := d.Options.Get("objectType"), d.Options.Get("supportsCustomObject")
		if d.Kind != declared.AppEvent || !target.IsString() || supports.Bool {
			continue // another kind, a mistake of its own, or said
		}
		if object := objects.named(target); object != nil && !platform.IsCRMObjectType(target.Text) {
			p.Reportf(target.At, "%s attaches to %s without supportsCustomObject", describe(d), describe(object)).
				Related(object.At, "the app object")
		}
	}
}
