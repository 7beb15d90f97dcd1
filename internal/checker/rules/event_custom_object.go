package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
)

var eventCustomObject = &checker.Rule{
	ID:       "event-custom-object",
	Severity: diag.Warning,
	Title:    "set supportsCustomObject: true for an event on an app object",
	Why:      "events attach to CRM objects; to attach to an app object, they need supportsCustomObject",
	Hint:     "add supportsCustomObject: true",
	Before:   `appEvent('invoice-sent', { objectType: 'ledger-invoice', ... });`,
	After:    `appEvent('invoice-sent', { objectType: 'ledger-invoice', supportsCustomObject: true, ... });`,
	Run:      runEventCustomObject,
}

func runEventCustomObject(p *checker.Pass) {
	objects := appObjectsOf(p)
	for _, d := range ofKind(p, declared.AppEvent) {
		target, supports := d.Options.Get("objectType"), d.Options.Get("supportsCustomObject")
		object := objects.named(target)
		if target.IsString() && !supports.Bool && object != nil && !platform.IsCRMObjectType(target.Text) {
			p.Reportf(target.At, "%s attaches to %s without supportsCustomObject", describe(d), describe(object)).
				Related(object.At, "the app object is declared here")
		}
	}
}
