package account

import (
	"maps"
	"slices"
	"strings"
)

// Schema is the schema of a portal, as far as it differs from the standard one.
type Schema struct {
	// Types have the names of standard types, whose properties they replace, or are custom types.
	Types []ObjectType
	// Associations are one direction each. A type without its other direction is left out.
	Associations []AssociationType
}

// apply returns the standard types with the properties of the schema, and its custom types. A type of the app takes
// precedence over a custom one of its name. Names of the vendor's own properties begin with the prefix.
func (s Schema) apply(types []*ObjectType, ofApp []ObjectType, prefix string) []*ObjectType {
	for i := range s.Types {
		added := s.Types[i]
		named := func(other string) bool { return strings.EqualFold(other, added.Name) }
		at := slices.IndexFunc(types, func(t *ObjectType) bool { return named(t.Name) })
		switch {
		case at >= 0:
			of := types[at]
			of.Properties, of.ofPortal = ofPortal(added.Properties, of.Properties, prefix), true
			for _, list := range []*[]string{&of.Defaults, &of.Searchable, &of.Required, &of.RequiredOne} {
				*list = slices.DeleteFunc(*list, func(name string) bool { return !added.has(name) })
			}
		case !slices.ContainsFunc(ofApp, func(t ObjectType) bool { return named(t.Name) }):
			added.Properties = ofPortal(added.Properties, nil, prefix)
			types = append(types, &added)
		}
	}
	return types
}

// ofPortal returns the properties with what a schema does not tell of them. The standard ones are those of the type in
// every account.
func ofPortal(properties, standard map[string]Property, prefix string) map[string]Property {
	all := maps.Clone(properties)
	for name, p := range all {
		p.Owner = p.Type == "enumeration" && standard[name].Owner
		_, isStandard := standard[name]
		p.ofPortal = !isStandard && !strings.HasPrefix(name, prefix)
		all[name] = p
	}
	return all
}

func (t *ObjectType) has(property string) bool {
	_, known := t.Properties[property]
	return known
}

// dropInvalid removes the values that the object type does not accept.
func (t *ObjectType) dropInvalid(values map[string]string) {
	maps.DeleteFunc(values, func(name, text string) bool {
		property, known := t.Properties[name]
		if !known {
			return true
		}
		_, invalid := property.normalize(name, text)
		return invalid != nil
	})
}

// addSchema adds the association types of a schema that are not there yet.
func (a *associationTypes) addSchema(types []AssociationType, table func(string) *Table) {
	for i := range types {
		t := &types[i]
		back := slices.IndexFunc(types, func(o AssociationType) bool {
			return o.Category == t.Category && o.From == t.To && o.To == t.From && o.ID-t.ID <= 1 && t.ID-o.ID <= 1 &&
				(o.ID != t.ID || t.From == t.To)
		})
		if back < 0 || a.byID(t.Category, t.ID) != nil || table(t.From) == nil || table(t.To) == nil {
			continue
		}
		added := *t
		added.Inverse = types[back].ID
		a.all = append(a.all, &added)
		a.lastID[t.Category] = max(a.lastID[t.Category], t.ID)
	}
}
