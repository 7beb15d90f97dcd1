// The rule event-type: a trigger listens to an event that the CRM has.

package rules

import (
	"slices"
	"strings"

	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
)

var eventType = &checker.Rule{
	ID:       "event-type",
	Severity: diag.Error,
	Title:    "eventType follows the CRM's naming of subscriptions",
	Why:      "eventType is <object>.<kind> or <object>.propertyChange.<property>: under another name nothing is ever delivered",
	Hint:     "write an event type such as 'contact.creation' or 'contact.propertyChange.email'",
	Before:   `worker.trigger('renamed', { eventType: 'contacts.updated', handler });`,
	After:    `worker.trigger('renamed', { eventType: 'contact.propertyChange.firstname', handler });`,
	Run:      runEventType,
}

func runEventType(p *checker.Pass) {
	objects := appObjectsOf(p)
	for _, d := range p.Declarations {
		v := d.Options.Get("eventType")
		if d.Kind != declared.Trigger || !v.IsString() || isBlank(v.Text) {
			continue // missing-option and option-type speak of it
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
			hintNearest(draft, parts[1], platform.EventKinds())
		}
	}
}

// wildObject stands for any object in the contract's own example, object.propertyChange.property.
const wildObject = "object"

// checkEventObject looks at an object that the platform does not bring. Custom objects may be written by a name
// that is not known here, so only what is close to a known name is surely wrong.
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
		return // it exists, or it may
	}
	draft := p.Reportf(
		v.At, "eventType %s names the object %q, which neither the platform's events nor this app has", quote(v),
		event.Object,
	)
	if hint := didYouMean(event.Object, known); hint != "" {
		draft.Hintf("%s", hint)
		return
	}
	draft.Hintf("objects are %s, app objects by their id, and custom objects by name or id", allOf(known)).Warn()
}
