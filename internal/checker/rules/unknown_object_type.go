package rules

import (
	"fmt"
	"maps"
	"slices"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/typo"
)

var unknownObjectType = &checker.Rule{
	ID:       "unknown-object-type",
	Severity: diag.Error,
	Title:    "use a CRM object type or the id of an app object",
	Why: "objectType, objectTypes, into, fromObjectType, toObjectType and calls to ctx.crm take standard types such " +
		"as contact, ids of custom objects, and ids of this app's app objects",
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
	if p.Portal.HasCustomObjects() {
		return // portal-object reports calls
	}
	for _, call := range p.Calls {
		if name, known := objectTypeOfCall(call); known {
			checkCalledType(p, objects, name, call.ArgAt)
		}
	}
}

// checkCalledType warns of an object type that only a portal with a custom object of that name accepts.
func checkCalledType(p *checker.Pass, objects appObjects, name string, at declared.Mark) {
	if _, object := p.Portal.Find(name); object != nil || platform.IsCRMObjectType(name) || isAppObject(objects, name) {
		return
	}
	draft := p.Reportf(at, "the CRM has no standard object type %s", quoteText(name)).Warn()
	hint := "write a custom object as p_name or by its id, or run 'svc types --portal'"
	known := append(platform.StandardObjectTypes(), slices.Sorted(maps.Keys(objects))...)
	if near, _ := typo.Near(name, known); near != "" {
		draft.Replace(name, near, diag.Suggestion)
		hint = fmt.Sprintf("did you mean %q? If not, %s", near, hint)
	}
	draft.Hintf("%s", hint)
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
