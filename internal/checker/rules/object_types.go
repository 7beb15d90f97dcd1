package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
)

var objectTypesRule = &checker.Rule{
	ID:       "object-types",
	Severity: diag.Warning,
	Title:    "list each object type once, and objectType in objectTypes",
	Why: "the CRM offers an action on its objectTypes only; local runs and samples use records of " +
		"objectType",
	Hint:   "add objectType to objectTypes, or correct one of the two",
	Before: `worker.tool('escalate', { objectType: 'ticket', objectTypes: ['contact'], ... });`,
	After:  `worker.tool('escalate', { objectType: 'ticket', objectTypes: ['ticket', 'contact'], ... });`,
	Run:    runObjectTypes,
}

func runObjectTypes(p *checker.Pass) {
	objects := appObjectsOf(p)
	for _, d := range ofKind(p, declared.Tool, declared.CardBackend, declared.Card) {
		first := firsts[string, *declared.Value]{}
		types, allKnown := d.Options.Get("objectTypes"), true
		for _, item := range types.Items {
			name := objectTypeName(objects, item)
			if name == "" {
				allKnown = false // unknown-object-type or option-type reports it
				continue
			}
			if earlier, taken := first.earlier(name, item); taken {
				p.Reportf(item.At, "objectTypes of %s lists the object type %s twice", describe(d), quoteText(name)).
					Related(earlier.At, "first listed here").Hintf("remove one of the two")
			}
		}
		single := d.Options.Get("objectType")
		name := objectTypeName(objects, single)
		if name != "" && allKnown && len(types.Items) > 0 && first[name] == nil {
			p.Reportf(single.At, "objectType of %s is %s, which its objectTypes do not list", describe(d), quote(single)).
				Related(types.At, "objectTypes are here")
		}
	}
}

// objectTypeName returns the one spelling of an object type of the CRM, the id of an app object, or "" for others.
func objectTypeName(objects appObjects, v *declared.Value) string {
	if object := objects.named(v); object != nil {
		return object.ID
	}
	name, _ := platform.StandardObjectType(v.Text)
	return name
}
