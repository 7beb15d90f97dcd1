package rules

import (
	"slices"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
)

var unknownObjectType = &checker.Rule{
	ID:       "unknown-object-type",
	Severity: diag.Error,
	Title:    "use a CRM object type or the id of an app object",
	Why: "objectType, objectTypes, into, fromObjectType and toObjectType accept standard types such as contact, ids " +
		"of custom objects and ids of this app's app objects",
	Hint:   "write a CRM object type such as 'contact', or the id of an app object",
	Before: `worker.tool('remind', { objectType: 'contcat', ... });`,
	After:  `worker.tool('remind', { objectType: 'contact', ... });`,
	Run:    runUnknownObjectType,
}

// objectTypeOptions are the options of each kind that hold one or more object types.
var objectTypeOptions = map[declared.Kind][]string{
	declared.Tool:                 {"objectType", "objectTypes"},
	declared.CardBackend:          {"objectTypes"},
	declared.Card:                 {"objectTypes"},
	declared.Sync:                 {"into"},
	declared.AppObjectAssociation: {"fromObjectType", "toObjectType"},
	declared.AppEvent:             {"objectType"},
}

func runUnknownObjectType(p *checker.Pass) {
	if p.App == nil || !allEvaluated(p) {
		return // a file that failed may declare the app object
	}
	objects := appObjectsOf(p)
	for _, d := range p.Declarations {
		for _, option := range objectTypeOptions[d.Kind] {
			v := d.Options.Get(option)
			checkObjectType(p, objects, option, v)
			for _, item := range v.Items {
				checkObjectType(p, objects, option, item)
			}
		}
	}
}

func checkObjectType(p *checker.Pass, objects appObjects, option string, v *declared.Value) {
	if !hasText(v) || platform.IsCRMObjectType(v.Text) || objects[v.Text] != nil {
		return // known, an app object, or option-type reports it
	}
	if _, object := p.Portal.Find(v.Text); object != nil {
		return // a custom object of the portal
	}
	draft := p.Reportf(v.At, "unknown object type %s in %s", quote(v), option)
	known := platform.StandardObjectTypes()
	for id, object := range objects {
		known = append(known, id)
		if uidOf(object) == v.Text || object.Options.Get("name").Text == v.Text {
			draft.Hintf("write the app object's id: %q", id).Replace(v.Text, id, diag.Safe)
			return
		}
	}
	slices.Sort(known)
	draft.Suggest(v.Text, known)
}
