package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var declaredNotInApp = &checker.Rule{
	ID:       "declared-not-in-app",
	Severity: diag.Warning,
	Title:    "list each app object, association, event, card and MCP server once in defineApp",
	Why:      "an install creates only what defineApp lists",
	Hint:     "list it in defineApp",
	Before: `const invoice = appObject('invoice', { ... });
export default defineApp({ ... });`,
	After: `const invoice = appObject('invoice', { ... });
export default defineApp({ objects: [invoice], ... });`,
	Run: runDeclaredNotInApp,
}

// appLists are the options of defineApp that list declarations, by the kind of declaration.
var appLists = func() map[declared.Kind]string {
	lists := map[declared.Kind]string{}
	for _, o := range appOptions {
		if o.form == formDeclarations {
			lists[o.made] = o.name
		}
	}
	return lists
}()

func runDeclaredNotInApp(p *checker.Pass) {
	if p.App == nil {
		return // other rules report a missing app
	}
	listed := map[declarationName]*declared.Value{}
	for kind, option := range appLists {
		for _, item := range p.App.Options.Get(option).Items {
			if !item.IsRef(kind) {
				continue // option-type reports it
			}
			if earlier, twice := listed[nameOf(item.Ref)]; twice && earlier.Ref == item.Ref {
				p.Reportf(item.At, "%s lists %s twice", option, describe(item.Ref)).
					Related(earlier.At, "first listed here").Hintf("remove one of the two")
			}
			listed[nameOf(item.Ref)] = item
		}
	}
	for _, d := range p.Declarations {
		if option := appLists[d.Kind]; option != "" && d.ID != "" && listed[nameOf(d)] == nil {
			p.Reportf(d.At, "%s is not in the app's %s", describe(d), option).
				Hintf("add it to %s in defineApp", option)
		}
	}
}
