// This file answers for the types of associations between two object types, and for labels that an account adds.

package crmsim

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// maxLabels is how many labels an account may add between two object types; the platform's documentation.
const maxLabels = 50

func (c *call) listLabels() (int, any, *apiError) {
	p, err := c.pair()
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, viewTypes(c.associations.between(p.from.kind, p.to.kind)), nil
}

func viewTypes(types []*associationType) any {
	results := []any{}
	for _, t := range types {
		results = append(results, t.view())
	}
	return map[string]any{"results": results}
}

// createLabel adds a label, or a pair of them with one for the other direction.
func (c *call) createLabel() (int, any, *apiError) {
	p, err := c.pair()
	if err != nil {
		return 0, nil, err
	}
	var in struct{ Name, Label, InverseLabel string }
	if err := c.decode(&in); err != nil {
		return 0, nil, err
	}
	if in.Name == "" || in.Label == "" {
		return 0, nil, unset("name", "label")
	}
	existing := c.associations.between(p.from.kind, p.to.kind)
	own := 0
	for _, t := range existing {
		if strings.EqualFold(t.Label, in.Label) || t.Category == ourCategory && t.Name == in.Name {
			return 0, nil, invalid(
				"An association type between %s and %s named %q or labeled %q exists already", p.from.kind.Name, p.to.kind.Name,
				in.Name, in.Label,
			)
		}
		if t.Category == ourCategory {
			own++
		}
	}
	if own >= maxLabels {
		return 0, nil, invalid(
			"There are %d association labels between %s and %s already, which is the most there can be", maxLabels,
			p.from.kind.Name, p.to.kind.Name,
		)
	}
	inverse := in.InverseLabel
	if inverse == "" {
		inverse = in.Label
	}
	return http.StatusOK, viewTypes(
		c.associations.make(ourCategory, in.Name, in.Label, inverse, p.from.kind, p.to.kind),
	), nil
}

// ownLabel is a label of the account between the types of the path.
func (c *call) ownLabel(id string) (*associationType, *apiError) {
	p, err := c.pair()
	if err != nil {
		return nil, err
	}
	number, _ := strconv.Atoi(id)
	t := c.associations.named(ourCategory, number)
	if t == nil || !slices.Contains(c.associations.between(p.from.kind, p.to.kind), t) {
		return nil, absent(
			"There is no association label %s of the account between %s and %s", id, p.from.kind.Name, p.to.kind.Name,
		)
	}
	return t, nil
}

func (c *call) updateLabel() (int, any, *apiError) {
	var in struct {
		ID           looseNumber `json:"associationTypeId"`
		Label        string
		InverseLabel string
	}
	if err := c.decode(&in); err != nil {
		return 0, nil, err
	}
	if in.ID == "" || in.Label == "" {
		return 0, nil, unset("associationTypeId", "label")
	}
	t, err := c.ownLabel(string(in.ID))
	if err != nil {
		return 0, nil, err
	}
	t.Label = in.Label
	if back := c.associations.inverse(t); in.InverseLabel != "" && back != t {
		back.Label = in.InverseLabel
	}
	return http.StatusNoContent, nil, nil
}

// deleteLabel takes a label away, from the associations that have it too.
func (c *call) deleteLabel() (int, any, *apiError) {
	t, err := c.ownLabel(c.params["label"])
	if err != nil {
		return 0, nil, err
	}
	back := c.associations.inverse(t)
	for _, kind := range c.types {
		for _, r := range c.tables[kind].records {
			r.links = slices.DeleteFunc(r.links, func(l link) bool { return l.kind == t || l.kind == back })
		}
	}
	c.associations.remove(t)
	return http.StatusNoContent, nil, nil
}
