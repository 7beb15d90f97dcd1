// This file answers writes of one record.

package crmsim

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// input is the body of a create or an update.
type input struct {
	Properties   map[string]any     `json:"properties"`
	Associations []associationInput `json:"associations"`
}

func (c *call) input() (input, *apiError) {
	var in input
	if err := c.decode(&in); err != nil {
		return in, err
	}
	if in.Properties == nil {
		return in, invalid("Invalid input JSON: required field 'properties' is missing")
	}
	return in, nil
}

func (c *call) create() (int, any, *apiError) {
	kind, records, err := c.objects()
	if err != nil {
		return 0, nil, err
	}
	in, err := c.input()
	if err != nil {
		return 0, nil, err
	}
	values, err := kind.checkValues(in.Properties)
	if err != nil {
		return 0, nil, err
	}
	if missing := slices.DeleteFunc(slices.Clone(kind.Required), func(name string) bool { return values[name] != nil }); len(missing) > 0 {
		e := invalid("Error creating %s. Some required properties were not set.", kind.enrolledName())
		e.context = map[string][]string{"properties": {"[" + strings.Join(missing, ", ") + "]"}}
		return 0, nil, e
	}
	links, err := c.checkAssociations(kind, in.Associations)
	if err != nil {
		return 0, nil, err
	}
	if err := kind.conflict(records, nil, values); err != nil {
		return 0, nil, err
	}
	r := c.insert(kind, values)
	for _, l := range links {
		c.connect(r, l)
	}
	return http.StatusCreated, r.whole(), nil
}

func (c *call) update() (int, any, *apiError) {
	kind, records, err := c.objects()
	if err != nil {
		return 0, nil, err
	}
	in, err := c.input()
	if err != nil {
		return 0, nil, err
	}
	r, err := c.find(kind, records)
	if err != nil {
		return 0, nil, err
	}
	values, err := kind.checkValues(in.Properties)
	if err != nil {
		return 0, nil, err
	}
	if err := kind.conflict(records, r, values); err != nil {
		return 0, nil, err
	}
	r.set(kind, values, c.options.Now())
	return http.StatusOK, r.whole(), nil
}

// conflict refuses values that must be unique and that another record has.
func (t *ObjectType) conflict(records *table, self *record, values map[string]*string) *apiError {
	for name, property := range t.Properties {
		value := values[name]
		if !property.Unique || value == nil {
			continue
		}
		other := records.having(name, *value)
		if other == nil || other == self {
			continue
		}
		if name != "email" {
			return badValues([]issue{{name, *value, "CONFLICTING_UNIQUE_VALUE", fmt.Sprintf("%s already has the value %q of the unique property %q", other.id, *value, name)}})
		}
		who := t.enrolledName()
		return &apiError{
			status: http.StatusConflict, category: "CONFLICT",
			message: fmt.Sprintf("%s already exists. Existing ID: %s", who[:1]+strings.ToLower(who[1:]), other.id),
		}
	}
	return nil
}

// archive moves the record to the recycling bin; what is there already stays there.
func (c *call) archive() (int, any, *apiError) {
	_, records, err := c.objects()
	if err != nil {
		return 0, nil, err
	}
	r := records.byID[c.params["id"]]
	if r == nil {
		return 0, nil, notFound(c.params["id"])
	}
	if !r.archived {
		r.archived, r.archivedAt = true, c.options.Now()
	}
	return http.StatusNoContent, nil, nil
}
