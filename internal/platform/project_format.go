// This file knows what a vendor's project has no place for.

package platform

import "slices"

// ProjectFormat is how the project of a vendor differs from what an app can declare.
type ProjectFormat struct {
	// omits are members of declarations that the vendor's components have no key for, as "<component type>.<member>".
	omits []string
	// eventTypes replace types of app events' properties that the vendor does not take there.
	eventTypes map[string]string
	// UnprovenAppObjects says that the vendor documents how a component refers to an app object of the same project
	// for associations alone.
	UnprovenAppObjects bool
}

// projectFormats are those of the profiles by name. The vendor's project components and reference pages
// have no other keys.
var projectFormats = map[string]ProjectFormat{
	DefaultProfile: {},
	"hubspot": {
		omits: []string{
			"app-object.label", "app-object.requiredProperties", "app-object.searchableProperties", "app-object.default",
			"app-object-association.name", "app-object-association.label", "app-object-association.inverseLabel",
			"app-event.label", "app-event.description", "app-event.property",
			"workflow-action.outputDescription",
		},
		eventTypes:         map[string]string{"bool": "enumeration", "datetime": "date"},
		UnprovenAppObjects: true,
	},
}

// ProjectFormat is that of the profile's vendor.
func (p *Profile) ProjectFormat() ProjectFormat { return projectFormats[p.Name] }

// Omits reports whether the vendor's component has no key for a member.
func (f ProjectFormat) Omits(member string) bool { return slices.Contains(f.omits, member) }

// EventType is the type under which a property of an app event is declared.
func (f ProjectFormat) EventType(crmType string) string {
	if other, replaced := f.eventTypes[crmType]; replaced {
		return other
	}
	return crmType
}
