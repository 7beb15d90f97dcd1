// This file holds associations between records: what a create may ask for, what a read shows, and how two
// records come together and apart.

package crmsim

import (
	"slices"
	"strconv"
)

// link is one association of a record.
type link struct {
	kind *associationType
	to   *record
}

// associationSpec names a type of association.
type associationSpec struct {
	Category string      `json:"associationCategory"`
	TypeID   looseNumber `json:"associationTypeId"`
}

// associationInput is one entry of the associations of a create.
type associationInput struct {
	To    rowID             `json:"to"`
	Types []associationSpec `json:"types"`
}

// checkAssociations finds the types and targets of the associations that a create asks for.
func (c *call) checkAssociations(kind *ObjectType, inputs []associationInput) ([]link, *apiError) {
	var links []link
	for _, in := range inputs {
		if in.To.ID == "" || len(in.Types) == 0 {
			return nil, invalid("Invalid input JSON: an association needs to.id and types")
		}
		for _, spec := range in.Types {
			t, err := c.associationType(spec, kind, nil)
			if err != nil {
				return nil, err
			}
			to := c.tables[c.typeCalled(t.To)].live(string(in.To.ID))
			if to == nil {
				return nil, invalid("One or more associations are invalid: there is no record %s among %s", in.To.ID, t.To)
			}
			links = append(links, link{t, to})
		}
	}
	return links, nil
}

// associationType is the type that a request names, from one object type to another; to any for nil.
func (c *call) associationType(spec associationSpec, from, to *ObjectType) (*associationType, *apiError) {
	number, _ := strconv.Atoi(string(spec.TypeID))
	t := c.associations.named(spec.Category, number)
	switch {
	case t == nil:
		return nil, invalid(
			"One or more associations are invalid: there is no association type %s of the category %s", spec.TypeID,
			spec.Category,
		)
	case t.From != from.Name || to != nil && t.To != to.Name:
		return nil, invalid("One or more associations are invalid: type %d goes from %s to %s", t.ID, t.From, t.To)
	}
	return t, nil
}

// connect makes the association in both directions. Whatever its label, the two then have the plain type too.
func (s *Sim) connect(from *record, l link) {
	back := s.associations.inverse(l.kind)
	if l.kind.Exclusive {
		s.release(from, l.kind, l.to)
	}
	if back.Exclusive {
		s.release(l.to, back, from)
	}
	s.join(from, l.kind, l.to)
	if plain := s.associations.plain(l.kind.From, l.kind.To); plain != nil {
		s.join(from, plain, l.to)
	}
}

// release takes an exclusive type from the record that had it before.
func (s *Sim) release(from *record, t *associationType, except *record) {
	for _, l := range slices.Clone(from.links) {
		if l.kind == t && l.to != except {
			s.detach(from, l.to, t)
		}
	}
}

func (s *Sim) join(from *record, t *associationType, to *record) {
	if slices.Contains(from.links, link{t, to}) {
		return
	}
	from.links = append(from.links, link{t, to})
	s.tellAssociation(from, link{t, to}, false)
	if back := (link{s.associations.inverse(t), from}); !slices.Contains(to.links, back) {
		to.links = append(to.links, back)
		s.tellAssociation(to, back, false)
	}
}

// detach ends the associations of one type between two records, in both directions; all of them for nil.
func (s *Sim) detach(from, to *record, t *associationType) {
	var back *associationType
	if t != nil {
		back = s.associations.inverse(t)
	}
	drop := func(of *record, t *associationType, end *record) {
		of.links = slices.DeleteFunc(of.links, func(l link) bool {
			ends := l.to == end && (t == nil || l.kind == t)
			if ends {
				s.tellAssociation(of, l, true)
			}
			return ends
		})
	}
	drop(from, t, to)
	drop(to, back, from)
}

// withAssociations adds to a record's view the associations that the query names; it refuses object types that
// there are not.
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
