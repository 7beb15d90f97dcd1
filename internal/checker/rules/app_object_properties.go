package rules

import (
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
)

// appObjects are the app objects of a project by id.
type appObjects map[string]*declared.Declaration

func appObjectsOf(p *checker.Pass) appObjects {
	all := appObjects{}
	for _, d := range p.Declarations {
		if d.Kind == declared.AppObject && d.ID != "" && all[d.ID] == nil {
			all[d.ID] = d
		}
	}
	return all
}

// named returns the app object that a value names, by reference or by id, or nil.
func (all appObjects) named(v *declared.Value) *declared.Declaration {
	if v.IsRef(declared.AppObject) {
		return v.Ref
	}
	return all[v.Text]
}

// propertyOf returns the property of an app object or event with a key or name, or nil.
func propertyOf(d *declared.Declaration, name string) *declared.Value {
	for _, member := range d.Options.Get("properties").Members {
		if member.Value.IsAbsent() {
			continue
		}
		if member.Name == name || member.Value.Get("name").Text == name {
			return member.Value
		}
	}
	return nil
}

// propertyNames returns the names of the properties of an app object or event.
func propertyNames(d *declared.Declaration) []string {
	var names []string
	for _, member := range d.Options.Get("properties").Members {
		switch given := member.Value.Get("name"); {
		case member.Value.IsAbsent():
		case given.IsString() && !isBlank(given.Text):
			names = append(names, given.Text)
		default:
			names = append(names, member.Name)
		}
	}
	return names
}

// isPlatformProperty reports whether the CRM platform defines a property with that name on every object.
func isPlatformProperty(name string) bool {
	return strings.HasPrefix(name, "hs_") || strings.HasPrefix(name, "hubspot_")
}
