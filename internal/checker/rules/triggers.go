package rules

import (
	"errors"
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
		wrong := &platform.EventTypeError{}
		if !errors.As(err, &wrong) {
			wrong.What = err.Error()
		}
		draft := p.Reportf(v.At, "eventType %s", wrong.What)
		if wrong.Fix != "" {
			draft.Hintf("%s", wrong.Fix)
		} else if parts := strings.Split(v.Text, "."); len(parts) > 1 {
			draft.Suggest(parts[1], platform.EventKinds())
		}
	}
}

// wildObject stands for the name of an object in the contract's form of event types. The platform has no object of
// this name.
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
	_, ofPortal := p.Portal.Find(event.Object)
	if slices.Contains(known, event.Object) || platform.IsCustomObjectType(event.Object) || ofPortal != nil {
		return
	}
	if event.Object == wildObject {
		p.Reportf(v.At, "eventType %s names no object: the CRM delivers nothing for \"object\"", quote(v)).
			Hintf("write the object whose records change, as in %q",
				strings.Replace(v.Text, wildObject, "contact", 1)).Warn()
		return
	}
	draft := p.Reportf(v.At, "eventType %s has the unknown object %q", quote(v), event.Object)
	if typo.Nearest(event.Object, known) != "" {
		draft.Suggest(event.Object, known)
		return
	}
	draft.Hintf("write %s, the id of an app object, or the name or id of a custom object", oneOf(known)).Warn()
}

var eventProperty = &checker.Rule{
	ID:       "event-property",
	Severity: diag.Warning,
	Title:    "watch an existing property whose changes the platform sends",
	Why:      "the platform sends no webhooks for unknown properties, nor for some properties that change constantly",
	Hint:     "watch another property",
	Before:   `eventType: 'contact.propertyChange.hs_lastmodifieddate',`,
	After:    `eventType: 'contact.propertyChange.lifecyclestage',`,
	Run:      runEventProperty,
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
			p.Reportf(v.At, "the platform sends no webhooks for changes of the property %q", event.Property)
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

var triggerCrmCall = &checker.Rule{
	ID:       "trigger-crm-call",
	Severity: diag.Warning,
	Title:    "look up an install before a trigger calls the CRM or the store",
	Why: "a webhook names a portal but not an install, so calls of ctx.crm, ctx.store and the other members that belong " +
		"to an install reject in a trigger",
	Hint: "look up the install with lookupInstall(ctx, portalId), or hand off to a capability that runs with an " +
		"install",
	Before: `async handler(ctx) {
  await ctx.crm.objects.get('contacts', id);
},`,
	After: `async handler(ctx) {
  const install = await lookupInstall(ctx, portalId);
  await handOff(ctx, { install, capability: 'refresh', input: { id } });
},`,
	Run: runTriggerCrmCall,
}

// installMembers are the members of a context that reject without an install.
var installMembers = []string{"crm", "store", "later", "appObjects", "appEvents"}

// runTriggerCrmCall checks the handlers of triggers, and functions beside them if the worker has only triggers.
func runTriggerCrmCall(p *checker.Pass) {
	only := map[string]bool{}
	for _, file := range p.Workers {
		only[file.Path] = file.Worker != nil && len(file.Worker.Capabilities) > 0 && !hasOtherThanTriggers(file.Worker)
	}
	for _, call := range p.Calls {
		inTrigger := call.HandlerOf == "trigger" || call.HandlerOf == "" && only[call.File]
		if inTrigger && len(call.Path) > 1 && call.Path[0] == "ctx" && slices.Contains(installMembers, call.Path[1]) {
			p.Reportf(call.At, "ctx.%s is called in a trigger, which has no install", call.Path[1])
		}
	}
	eachUse(p, declared.PassedMember, func(use declared.Use) {
		p.Reportf(use.At, "a trigger passes ctx.%s, whose calls reject without an install", strings.Join(use.Path, "."))
	})
}

func hasOtherThanTriggers(worker *declared.Declaration) bool {
	return slices.ContainsFunc(worker.Capabilities, func(d *declared.Declaration) bool {
		return d.Kind != declared.Trigger
	})
}
