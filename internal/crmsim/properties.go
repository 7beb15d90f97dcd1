// This file answers for the properties of an object type: which there are, and how an account adds its own.

package crmsim

import (
	"maps"
	"net/http"
	"slices"
)

// maxUnique is how many properties with unique values an account may add to an object type; the platform's documentation.
const maxUnique = 10

// addProperty makes a property of the account.
func (c *call) addProperty(kind *ObjectType, in propertyInput) (any, *apiError) {
	if missing := in.missing(); len(missing) > 0 {
		return nil, unset(missing...)
	}
	if !propertyName.MatchString(*in.Name) {
		return nil, invalid(
			"Property name %q is not valid: it begins with a letter, and has small letters, digits and underscores only",
			*in.Name,
		)
	}
	if _, exists := kind.Properties[*in.Name]; exists {
		return nil, taken("A property named '%s' already exists.", *in.Name)
	}
	if err := in.check(kind); err != nil {
		return nil, err
	}
	d := &definition{propertyInput: in, created: c.now(), updated: c.now()}
	if p := d.property(); p.Unique && kind.uniqueOnes() >= maxUnique {
		return nil, invalid("An object type has at most %d properties with unique values", maxUnique)
	}
	kind.Properties[*in.Name] = d.property()
	delete(kind.binned, *in.Name)
	return c.viewProperty(kind, *in.Name, kind.Properties[*in.Name]), nil
}

func (t *ObjectType) uniqueOnes() int {
	count := 0
	for _, p := range t.Properties {
		if p.Unique && p.defined != nil {
			count++
		}
	}
	return count
}

func (c *call) createProperty() (int, any, *apiError) {
	kind, _, err := c.objects()
	if err != nil {
		return 0, nil, err
	}
	var in propertyInput
	if err := c.decode(&in); err != nil {
		return 0, nil, err
	}
	view, err := c.addProperty(kind, in)
	return http.StatusCreated, view, err
}

func (c *call) listProperties() (int, any, *apiError) {
	kind, _, err := c.objects()
	if err != nil {
		return 0, nil, err
	}
	from, results := kind.Properties, []any{}
	if c.request.URL.Query().Get("archived") == "true" {
		from = kind.binned
	}
	for _, name := range slices.Sorted(maps.Keys(from)) {
		results = append(results, c.viewProperty(kind, name, from[name]))
	}
	return http.StatusOK, map[string]any{"results": results}, nil
}

// property is the one that the path names.
func (c *call) property(archived bool) (*ObjectType, Property, *apiError) {
	kind, _, err := c.objects()
	if err != nil {
		return nil, Property{}, err
	}
	p, known := kind.named(c.params["property"], archived)
	if !known {
		return nil, p, noProperty(c.params["property"])
	}
	return kind, p, nil
}

func (t *ObjectType) named(name string, archived bool) (Property, bool) {
	from := t.Properties
	if archived {
		from = t.binned
	}
	p, known := from[name]
	return p, known
}

func noProperty(name string) *apiError {
	e := absent("Property %q does not exist", name)
	e.context = map[string][]string{"propertyName": {name}}
	return e
}

func (c *call) getProperty() (int, any, *apiError) {
	kind, p, err := c.property(c.request.URL.Query().Get("archived") == "true")
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, c.viewProperty(kind, c.params["property"], p), nil
}

func (c *call) updateProperty() (int, any, *apiError) {
	kind, p, err := c.property(false)
	if err != nil {
		return 0, nil, err
	}
	var in propertyInput
	if err := c.decode(&in); err != nil {
		return 0, nil, err
	}
	name := c.params["property"]
	if p.defined == nil {
		return 0, nil, invalid("The definition of property %q is read only: it is not one of the account's own", name)
	}
	in.Name = &name
	in = in.over(p.defined.propertyInput)
	if err := in.check(kind); err != nil {
		return 0, nil, err
	}
	d := &definition{propertyInput: in, created: p.defined.created, updated: c.now()}
	kind.Properties[name] = d.property()
	return http.StatusOK, c.viewProperty(kind, name, kind.Properties[name]), nil
}

func (c *call) archiveProperty() (int, any, *apiError) {
	kind, p, err := c.property(false)
	if err != nil {
		return 0, nil, err
	}
	return http.StatusNoContent, nil, c.binProperty(kind, c.params["property"], p)
}

// binProperty takes a property of the account away. The records keep its values, and show them no more.
func (c *call) binProperty(kind *ObjectType, name string, p Property) *apiError {
	if p.defined == nil {
		return invalid("Property %q cannot be archived: it is not one of the account's own", name)
	}
	p.defined.archivedAt = c.now()
	delete(kind.Properties, name)
	kind.binned[name] = p
	return nil
}
