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

var portalProperty = &checker.Rule{
	ID:       "portal-property",
	Severity: diag.Error,
	Title:    "use properties that the portal has",
	Why: "svc.portal.json lists the portal's properties; the CRM rejects writes to unknown and read-only " +
		"properties, omits unknown properties from reads, and sends no events for them",
	Hint:   "correct the name, or run 'svc types --portal' if the portal has it now",
	Before: `await ctx.crm.objects.update('contacts', id, { properties: { frstname: 'Ada' } });`,
	After:  `await ctx.crm.objects.update('contacts', id, { properties: { firstname: 'Ada' } });`,
	Run:    runPortalProperty,
}

func runPortalProperty(p *checker.Pass) {
	if p.Portal == nil {
		return
	}
	created := createdProperties(p)
	eachPortalProperty(p, func(use portalUse) {
		kind, property := use.find()
		switch {
		case kind == "" && !created[use.name] && !strings.HasPrefix(use.name, "associations."): // a filter of associations
			draft := p.Reportf(use.at, "%s has no property %s", use.objectNames(), quoteText(use.name))
			if use.isKey {
				draft.SuggestName(use.name, use.propertyNames(), nil)
			} else {
				draft.Suggest(use.name, use.propertyNames())
			}
		case kind != "" && property.ReadOnly && use.access == declared.WritesProperty:
			p.Reportf(use.at, "%s of %s is read-only", quoteText(use.name), kind).
				Hintf("remove it: the CRM sets the value")
		}
	})
}

// createdProperties returns the names of properties that the app creates itself.
func createdProperties(p *checker.Pass) map[string]bool {
	created := map[string]bool{}
	eachUse(p, declared.CrmProperty, func(use declared.Use) {
		if use.Property.Access == declared.CreatesProperty {
			created[use.Property.Name] = true
		}
	})
	for _, d := range ofKind(p, declared.Sync) {
		if createsProperties(d) {
			created[d.Options.Get("idProperty").Text] = true
			for _, member := range d.Options.Get("schema").Members {
				created[member.Value.Text] = true
			}
		}
	}
	return created
}

// portalUse is a property that a call or a declaration names. Its object types are in the snapshot.
type portalUse struct {
	access  declared.PropertyAccess
	objects map[string]*portal.Object // more than one if the call can be about several
	name    string
	isKey   bool // the name is a key of an object literal
	values  []declared.TextAt
	at      declared.Mark
}

// find returns the property, and the first object type that has it; "" if none has it.
func (u portalUse) find() (string, portal.Property) {
	for _, kind := range slices.Sorted(maps.Keys(u.objects)) {
		if property, known := u.objects[kind].Properties[u.name]; known {
			return kind, property
		}
	}
	return "", portal.Property{}
}

// objectNames lists the object types: "contacts or deals".
func (u portalUse) objectNames() string { return orList(slices.Sorted(maps.Keys(u.objects))) }

func (u portalUse) propertyNames() (names []string) {
	for _, object := range u.objects {
		names = append(names, object.PropertyNames()...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// eachPortalProperty visits the properties of object types in the snapshot that calls and declarations name.
func eachPortalProperty(p *checker.Pass, visit func(portalUse)) {
	if p.Portal == nil {
		return
	}
	objects := appObjectsOf(p)
	eachUse(p, declared.CrmProperty, func(use declared.Use) {
		of := portalObjects(p, objects, use.Property.ObjectTypes...)
		if len(of) > 0 && use.Property.Access != declared.CreatesProperty {
			isKey := use.Property.Access == declared.WritesProperty
			visit(portalUse{use.Property.Access, of, use.Property.Name, isKey, use.Property.Values, use.At})
		}
	})
	named := func(access declared.PropertyAccess, objectType, name string, at declared.Mark) {
		if of := portalObjects(p, objects, objectType); of != nil && name != "" {
			visit(portalUse{access: access, objects: of, name: name, at: at})
		}
	}
	for _, d := range ofKind(p, declared.Trigger, declared.Sync) {
		if d.Kind == declared.Trigger {
			if event, err := platform.ParseEventType(d.Options.Get("eventType").Text); err == nil {
				named(declared.ReadsProperty, event.Object, event.Property, d.Options.Get("eventType").At)
			}
			continue
		}
		into, id := d.Options.Get("into").Text, d.Options.Get("idProperty")
		named(declared.IdentifiesByProperty, into, id.Text, id.At)
		for _, member := range d.Options.Get("schema").Members {
			if member.Value.Text != id.Text {
				named(declared.WritesProperty, into, member.Value.Text, member.Value.At)
			}
		}
	}
}
