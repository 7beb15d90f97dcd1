package rules

import (
	"slices"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
)

var eventProperty = &checker.Rule{
	ID:       "event-property",
	Severity: diag.Warning,
	Title:    "watch a property that exists and whose changes the platform sends",
	Why: "the platform sends no webhooks for properties that an object does not have, nor for some that change " +
		"constantly",
	Hint:   "watch another property",
	Before: `eventType: 'contact.propertyChange.hs_lastmodifieddate',`,
	After:  `eventType: 'contact.propertyChange.lifecyclestage',`,
	Run:    runEventProperty,
}

// silentProperties are the properties that cannot be subscribed to.
var silentProperties = []string{"num_unique_conversion_events", "hs_lastmodifieddate"}

func runEventProperty(p *checker.Pass) {
	objects := appObjectsOf(p)
	for _, d := range ofKind(p, declared.Trigger) {
		v := d.Options.Get("eventType")
		if !v.IsString() {
			continue // not a trigger, or option-type reports it
		}
		event, err := platform.ParseEventType(v.Text)
		if err != nil || event.Property == "" {
			continue // event-type reports it, or it has no property
		}
		if slices.Contains(silentProperties, event.Property) {
			p.Reportf(v.At, "the platform sends no changes of the property %q", event.Property)
			continue
		}
		object := objects[event.Object]
		if object == nil || isPlatformProperty(event.Property) || propertyOf(object, event.Property) != nil {
			continue // the properties are unknown here, or include this one
		}
		p.Reportf(v.At, "%s has no property %q", describe(object), event.Property).
			Related(object.At, "the app object is declared here").Suggest(event.Property, propertyNames(object))
	}
}
