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
	for _, d := range ofKind(p, declared.AppObject) {
		if d.ID != "" && all[d.ID] == nil {
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
		if given := member.Value.Get("name"); hasText(given) {
			names = append(names, given.Text)
		} else if !member.Value.IsAbsent() {
			names = append(names, member.Name)
		}
	}
	return names
}

// hintProperty lists the properties of an app object or event in a hint, or suggests the most similar one.
func hintProperty(draft *checker.Draft, d *declared.Declaration, name string) {
	names := propertyNames(d)
	if len(names) > 0 {
		draft.Hintf("the properties are %s", allOf(names))
	}
	draft.Suggest(name, names)
}

// isPlatformProperty reports whether the CRM platform defines a property with that name on every object.
func isPlatformProperty(name string) bool {
	return strings.HasPrefix(name, "hs_") || strings.HasPrefix(name, "hubspot_")
}
