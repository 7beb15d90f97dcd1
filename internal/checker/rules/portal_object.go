package rules

import (
	"maps"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/portal"
)

var portalObject = &checker.Rule{
	ID:       "portal-object",
	Severity: diag.Error,
	Title:    "use object types that the portal has",
	Why:      "svc.portal.json lists the portal's object types; the CRM rejects calls with any other type",
	Hint:     "correct the name, or run 'svc types --portal' if the portal has it now",
	Before:   `await ctx.crm.objects.get('p_crs', id); // the portal has p_cars`,
	After:    `await ctx.crm.objects.get('p_cars', id);`,
	Run:      runPortalObject,
}

func runPortalObject(p *checker.Pass) {
	if !p.Portal.HasCustomObjects() || !allEvaluated(p) {
		return // no snapshot, or it has a part of the object types, or a file that failed may declare the app object
	}
	objects := appObjectsOf(p)
	for _, d := range p.Declarations {
		for _, option := range objectTypeOptions[d.Kind] {
			v := d.Options.Get(option)
			for _, item := range append([]*declared.Value{v}, v.Items...) {
				if hasText(item) && platform.IsCustomObjectType(item.Text) { // unknown-object-type reports others
					checkPortalObject(p, objects, item.Text, item.At)
				}
			}
		}
		event, err := platform.ParseEventType(d.Options.Get("eventType").Text)
		if d.Kind == declared.Trigger && err == nil && platform.IsCustomObjectType(event.Object) {
			checkPortalObject(p, objects, event.Object, d.Options.Get("eventType").At)
		}
	}
	for _, call := range p.Calls {
		if name, known := objectTypeOfCall(call); known {
			checkPortalObject(p, objects, name, call.ArgAt)
		}
	}
}

func checkPortalObject(p *checker.Pass, objects appObjects, name string, at declared.Mark) {
	_, object := p.Portal.Find(name)
	if _, standard := platform.StandardObjectType(name); object != nil || standard || isAppObject(objects, name) {
		return
	}
	known := slices.Sorted(maps.Keys(p.Portal.Objects))
	known = append(known, slices.Sorted(maps.Keys(objects))...)
	for _, object := range p.Portal.Objects {
		if strings.HasPrefix(name, "p_") && object.IsCustom() {
			_, short, _ := strings.Cut(object.FullName, "_")
			known = append(known, "p_"+short)
		} else if object.IsCustom() {
			known = append(known, object.FullName)
		}
	}
	p.Reportf(at, "the portal has no object type %s", quoteText(name)).Suggest(name, known)
}

// isAppObject reports whether a name is that of an object of this app, or may be that of another app's, which the
// snapshot does not have: "a123_CAR".
func isAppObject(objects appObjects, name string) bool {
	if strings.HasPrefix(name, "a") && platform.IsCustomObjectType(name) || objects[name] != nil {
		return true
	}
	for _, object := range objects {
		if strings.EqualFold(uidOf(object), name) {
			return true
		}
	}
	return false
}

// portalObjects returns the object types of the snapshot that names mean, by name. It is nil if one of them is unknown
// or an app object.
func portalObjects(p *checker.Pass, objects appObjects, names ...string) map[string]*portal.Object {
	found := map[string]*portal.Object{}
	for _, name := range names {
		collection, object := p.Portal.Find(name)
		if object == nil || isAppObject(objects, name) {
			return nil
		}
		found[collection] = object
	}
	return found
}
