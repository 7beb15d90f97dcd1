package rules

import (
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/typo"
)

var eventType = &checker.Rule{
	ID:       "event-type",
	Severity: diag.Error,
	Title:    "use an eventType that the CRM delivers",
	Why: "eventType is <object>.<kind> or <object>.propertyChange.<property>; the CRM delivers nothing for other " +
		"names",
	Hint:   "write an event type such as 'contact.creation' or 'contact.propertyChange.email'",
	Before: `worker.trigger('renamed', { eventType: 'contacts.updated', handler });`,
	After:  `worker.trigger('renamed', { eventType: 'contact.propertyChange.firstname', handler });`,
	Run:    runEventType,
}

func runEventType(p *checker.Pass) {
	objects := appObjectsOf(p)
	for _, d := range ofKind(p, declared.Trigger) {
		v := d.Options.Get("eventType")
		if !hasText(v) {
			continue // missing-option and option-type report it
		}
		event, err := platform.ParseEventType(v.Text)
		if err == nil {
			checkEventObject(p, objects, v, event)
			continue
		}
		what, todo, found := strings.Cut(err.Error(), ": write ")
		draft := p.Reportf(v.At, "eventType %s", what)
		if found {
			draft.Hintf("write %s", todo)
		} else if parts := strings.Split(v.Text, "."); len(parts) > 1 {
			draft.Suggest(parts[1], platform.EventKinds())
		}
	}
}

// wildObject means any object, as in the contract's example object.propertyChange.property.
const wildObject = "object"

// checkEventObject reports an unknown object. The names of custom objects are unknown here, so it is an error only
// if a known name is similar.
func checkEventObject(p *checker.Pass, objects appObjects, v *declared.Value, event platform.EventType) {
	known := []string{}
	for _, object := range platform.EventObjects() {
		known = append(known, object.Name)
	}
	for id := range objects {
		known = append(known, id)
	}
	slices.Sort(known)
	if slices.Contains(known, event.Object) || event.Object == wildObject || platform.IsCustomObjectType(event.Object) {
		return
	}
	draft := p.Reportf(v.At, "eventType %s has the unknown object %q", quote(v), event.Object)
	if near := typo.Nearest(event.Object, known); near != "" {
		draft.Hintf("did you mean %q?", near)
		return
	}
	draft.Hintf("write %s, the id of an app object, or the name or id of a custom object", oneOf(known)).Warn()
}
