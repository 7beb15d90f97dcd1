// This file answers writes of one record, and plans the writes that batches are made of.

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

// change is a write that has been checked; it cannot fail any more.
type change func() *record

// claims are the unique values that the checked rows of one batch will take, each with the name of its property.
type claims map[[2]string]bool

func (c *call) input() (input, *apiError) {
	var in input
	if err := c.decode(&in); err != nil {
		return in, err
	}
	if in.Properties == nil {
		return in, unset("properties")
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
	make, err := c.planCreate(records, in, claims{})
	if err != nil {
		return 0, nil, err
	}
	return http.StatusCreated, make().whole(kind), nil
}

// planCreate checks a new record.
func (c *call) planCreate(records *table, in input, claimed claims) (change, *apiError) {
	kind := records.kind
	values, err := kind.checkValues(in.Properties)
	if err != nil {
		return nil, err
	}
	if missing := slices.DeleteFunc(slices.Clone(kind.Required), func(
		name string,
	) bool {
		return values[name] != nil
	}); len(missing) > 0 {
		e := invalid("Error creating %s. Some required properties were not set.", kind.enrolledName())
		e.context = map[string][]string{"properties": {"[" + strings.Join(missing, ", ") + "]"}}
		return nil, e
	}
	links, err := c.checkAssociations(kind, in.Associations)
	if err != nil {
		return nil, err
	}
	if err := records.conflict(nil, values, claimed); err != nil {
		return nil, err
	}
	return func() *record {
		r := c.insert(kind, values)
		for _, l := range links {
			c.connect(r, l)
		}
		return r
	}, nil
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
	change, err := c.planUpdate(records, r, in, claims{})
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, change().whole(kind), nil
}

// planUpdate checks new values of a record.
func (c *call) planUpdate(records *table, r *record, in input, claimed claims) (change, *apiError) {
	values, err := records.kind.checkValues(in.Properties)
	if err != nil {
		return nil, err
	}
	if err := records.conflict(r, values, claimed); err != nil {
		return nil, err
	}
	return func() *record {
		records.set(r, values, c.now())
		return r
	}, nil
}

// conflict refuses values that must be unique and that another record has or will have; otherwise it claims them.
func (t *table) conflict(self *record, values map[string]*string, claimed claims) *apiError {
	var claim [][2]string
	for name, value := range values {
		if value == nil || !t.kind.Properties[name].Unique {
			continue
		}
		key := [2]string{name, strings.ToLower(*value)}
		who := "a row before it"
		if other := t.having(name, *value); other != nil && other != self {
			who = other.id
		} else if !claimed[key] {
			claim = append(claim, key)
			continue
		}
		if name != "email" {
			return badValues([]issue{{
				name, *value, "CONFLICTING_UNIQUE_VALUE",
				fmt.Sprintf("%s already has the value %q of the unique property %q", who, *value, name),
			}})
		}
		kind := t.kind.enrolledName()
		return taken("%s already exists. Existing ID: %s", kind[:1]+strings.ToLower(kind[1:]), who)
	}
	for _, key := range claim {
		claimed[key] = true
	}
	return nil
}

func (c *call) archive() (int, any, *apiError) {
	_, records, err := c.objects()
	if err != nil {
		return 0, nil, err
	}
	r := records.byID[canonical(c.params["id"])]
	if r == nil {
		return 0, nil, notFound(c.params["id"])
	}
	records.archive(r, c.now())
	return http.StatusNoContent, nil, nil
}
