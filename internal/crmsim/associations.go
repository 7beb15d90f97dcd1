// This file holds associations between records: what a create may ask for and what a read shows.

package crmsim

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strconv"
)

//go:embed associations.json
var associationsJSON []byte

// associationType is one direction of a kind of link between two object types, by the platform's id.
type associationType struct {
	ID   int    `json:"id"`
	Name string `json:"name"` // as reads show it: "deal_to_company"
	From string `json:"from"` // names of object types
	To   string `json:"to"`
	// Inverse is the id of the other direction.
	Inverse int `json:"inverse"`
}

// link is one association of a record.
type link struct {
	kind associationType
	to   *record
}

func readAssociationTypes() (map[int]associationType, error) {
	var list []associationType
	if err := json.Unmarshal(associationsJSON, &list); err != nil {
		return nil, fmt.Errorf("the embedded association types cannot be read: %w", err)
	}
	types := map[int]associationType{}
	for _, t := range list {
		types[t.ID] = t
	}
	return types, nil
}

// associationInput is one entry of the associations of a create.
type associationInput struct {
	To struct {
		ID looseNumber `json:"id"`
	} `json:"to"`
	Types []struct {
		Category string      `json:"associationCategory"`
		TypeID   looseNumber `json:"associationTypeId"`
	} `json:"types"`
}

// checkAssociations finds the types and targets of the associations that a create asks for.
func (c *call) checkAssociations(kind *ObjectType, inputs []associationInput) ([]link, *apiError) {
	var links []link
	for _, in := range inputs {
		if in.To.ID == "" || len(in.Types) == 0 {
			return nil, invalid("Invalid input JSON: an association needs to.id and types")
		}
		for _, t := range in.Types {
			number, _ := strconv.Atoi(string(t.TypeID))
			a, known := c.associations[number]
			switch {
			case t.Category != c.options.AssociationCategory:
				return nil, notEmulated(fmt.Sprintf("associations of the category %q", t.Category))
			case !known:
				return nil, invalid("One or more associations are invalid: there is no association type %s", t.TypeID)
			case a.From != kind.Name:
				return nil, invalid("One or more associations are invalid: type %d goes from %s to %s", a.ID, a.From, a.To)
			}
			to := c.tables[c.typeCalled(a.To)].live(string(in.To.ID))
			if to == nil {
				return nil, invalid("One or more associations are invalid: there is no record %s among %s", in.To.ID, a.To)
			}
			links = append(links, link{a, to})
		}
	}
	return links, nil
}

// connect makes the association in both directions.
func (s *Sim) connect(from *record, l link) {
	from.links = append(from.links, l)
	l.to.links = append(l.to.links, link{s.associations[l.kind.Inverse], from})
}

// withAssociations adds to a record's view the associations that the query names; it refuses what is
// not emulated.
func (c *call) withAssociations(view map[string]any, r *record) *apiError {
	all := map[string]any{}
	for _, name := range c.names("associations") {
		kind := c.typeCalled(name)
		if kind == nil {
			return unknownType(name)
		}
		results := []any{}
		for _, l := range r.links {
			if l.kind.To == kind.Name && !l.to.archived {
				results = append(results, map[string]any{"id": l.to.id, "type": l.kind.Name})
			}
		}
		if len(results) > 0 {
			all[kind.Name] = map[string]any{"results": results}
		}
	}
	if len(all) > 0 {
		view["associations"] = all
	}
	return nil
}
