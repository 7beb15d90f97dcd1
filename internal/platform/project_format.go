package platform

import "slices"

// ProjectFormat holds the differences between a vendor's project format and the declarations of an app.
type ProjectFormat struct {
	// omits are the members without a key in the vendor's components, as "<component type>.<member>".
	omits []string
	// eventTypes replace property types that the vendor does not accept in app events.
	eventTypes map[string]string
	// UnprovenAppObjects is set if the vendor documents references to app objects of the same project for associations
	// only.
	UnprovenAppObjects bool
}

// projectFormats are the formats by profile name, from the vendor's project components and reference pages.
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

// ProjectFormat returns the project format of the vendor.
func (p *Profile) ProjectFormat() ProjectFormat { return projectFormats[p.Name] }

// Omits reports whether the vendor's component has no key for a member.
func (f ProjectFormat) Omits(member string) bool { return slices.Contains(f.omits, member) }

// EventType returns the type of a property in an app event.
func (f ProjectFormat) EventType(crmType string) string {
	if other, replaced := f.eventTypes[crmType]; replaced {
		return other
	}
	return crmType
}
