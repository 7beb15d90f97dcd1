// The rule event-property: a trigger listens to changes of a property that can be watched.

package rules

import (
	"slices"

	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
)

var eventProperty = &checker.Rule{
	ID:       "event-property",
	Severity: diag.Warning,
	Title:    "a trigger watches a property that exists and that the platform delivers changes of",
	Why:      "the platform sends no webhooks for some properties that change all the time, nor for properties that an object does not have",
	Hint:     "watch another property",
	Before:   `eventType: 'contact.propertyChange.hs_lastmodifieddate',`,
	After:    `eventType: 'contact.propertyChange.lifecyclestage',`,
	Run:      runEventProperty,
}

// silentProperties are those that the platform takes no subscription for.
var silentProperties = []string{"num_unique_conversion_events", "hs_lastmodifieddate"}

func runEventProperty(p *checker.Pass) {
	objects := appObjectsOf(p)
	for _, d := range p.Declarations {
		v := d.Options.Get("eventType")
		if d.Kind != declared.Trigger || !v.IsString() {
			continue // no trigger, or option-type speaks of it
		}
		event, err := platform.ParseEventType(v.Text)
		if err != nil || event.Property == "" {
			continue // event-type speaks of it, or it watches no property
		}
		if slices.Contains(silentProperties, event.Property) {
			p.Reportf(v.At, "the platform delivers no changes of the property %q", event.Property)
			continue
		}
		object := objects[event.Object]
		if object == nil || isPlatformProperty(event.Property) || propertyOf(object, event.Property) != nil {
			continue // its properties are not known here, or it has this one
		}
		draft := p.Reportf(v.At, "%s has no property %q", describe(object), event.Property).
			Related(object.At, "the app object")
		hintNearest(draft, event.Property, propertyNames(object))
	}
}
