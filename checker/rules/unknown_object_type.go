// The rule unknown-object-type: an object type is one of the CRM, or an app object of this app.

package rules

import (
	"slices"

	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
)

var unknownObjectType = &checker.Rule{
	ID:       "unknown-object-type",
	Severity: diag.Error,
	Title:    "an object type is a CRM object type, or the id of an app object of this app",
	Why:      "objectType, objectTypes, into, fromObjectType and toObjectType name records of the CRM: standard types such as contact, custom objects by id, app objects by the id that they are declared with",
	Hint:     "write a CRM object type such as 'contact', or the id of an app object",
	Before:   `worker.tool('remind', { objectType: 'contcat', ... });`,
	After:    `worker.tool('remind', { objectType: 'contact', ... });`,
	Run:      runUnknownObjectType,
}

// objectTypeOptions are the options of each kind that name an object type, or list some.
var objectTypeOptions = map[declared.Kind][]string{
	declared.Tool:                 {"objectType"},
	declared.CardBackend:          {"objectTypes"},
	declared.Card:                 {"objectTypes"},
	declared.Sync:                 {"into"},
	declared.AppObjectAssociation: {"fromObjectType", "toObjectType"},
	declared.AppEvent:             {"objectType"},
}

func runUnknownObjectType(p *checker.Pass) {
	if p.App == nil || !allEvaluated(p) {
		return // a file that failed may be the one that declares the app object
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
	if !v.IsString() || isBlank(v.Text) || platform.IsCRMObjectType(v.Text) || objects[v.Text] != nil {
		return // an app object itself, a mistake that option-type speaks of, or known
	}
	draft := p.Reportf(v.At, "%s names the unknown object type %s", option, quote(v))
	known := platform.StandardObjectTypes()
	for id, object := range objects {
		known = append(known, id)
		if uidOf(object) == v.Text || object.Options.Get("name").Text == v.Text {
			draft.Hintf("write the app object's id: %q", id)
			return
		}
	}
	slices.Sort(known)
	hintNearest(draft, v.Text, known)
}
