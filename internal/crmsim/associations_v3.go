// This file answers the older form of associations, in which a type is a word: "contact_to_company".

package crmsim

import (
	"net/http"
	"strconv"
)

// namedAssociation is two records and the word for how they are associated.
type namedAssociation struct {
	From rowID  `json:"from"`
	To   rowID  `json:"to"`
	Type string `json:"type"`
}

func (n namedAssociation) context() map[string][]string {
	return map[string][]string{"fromObjectId": {string(n.From.ID)}, "toObjectId": {string(n.To.ID)}}
}

// typeOf finds a type between two object types by its word, or by its id.
func (c *call) typeOf(p pair, word string) (*associationType, *apiError) {
	for _, t := range c.associations.between(p.from.kind, p.to.kind) {
		if t.Name == word || strconv.Itoa(t.ID) == word {
			return t, nil
		}
	}
	return nil, invalid("There is no association type %q from %s to %s", word, p.from.kind.Name, p.to.kind.Name)
}

// associateNamed makes an association; the view is that of a batch.
func (c *call) associateNamed(p pair, row namedAssociation) (any, *apiError) {
	t, err := c.typeOf(p, row.Type)
	if err != nil {
		return nil, err
	}
	from, to, err := p.ends(string(row.From.ID), string(row.To.ID))
	if err != nil {
		return nil, err
	}
	c.connect(from, link{t, to})
	return map[string]any{"from": map[string]any{"id": from.id}, "to": map[string]any{"id": to.id}, "type": t.Name}, nil
}

func (c *call) createNamedAssociations() (int, any, *apiError) {
	done, err := eachAssociation(c, maxAssociationWrites, func(p pair, row namedAssociation, done *outcome) {
		view, err := c.associateNamed(p, row)
		if err != nil {
			done.errors = append(done.errors, err.inRow(row.context()))
			return
		}
		done.results = append(done.results, view)
	})
	if err != nil {
		return 0, nil, err
	}
	return done.answer(c, http.StatusCreated)
}

// archiveNamedAssociations ends those that there are; the others are passed over.
func (c *call) archiveNamedAssociations() (int, any, *apiError) {
	_, err := eachAssociation(c, maxAssociationWrites, func(p pair, row namedAssociation, _ *outcome) {
		c.dissociate(p, row)
	})
	return http.StatusNoContent, nil, err
}

func (c *call) dissociate(p pair, row namedAssociation) {
	t, bad := c.typeOf(p, row.Type)
	from, to, err := p.ends(string(row.From.ID), string(row.To.ID))
	if bad == nil && err == nil {
		c.detach(from, to, t)
	}
}

func (c *call) readNamedAssociations() (int, any, *apiError) {
	done, err := eachAssociation(c, maxAssociationReads, func(p pair, row rowID, done *outcome) {
		r := p.from.live(string(row.ID))
		if r == nil || len(namedEnds(r, p.to.kind)) == 0 {
			done.errors = append(done.errors, noAssociations(p, string(row.ID)))
			return
		}
		done.results = append(done.results, map[string]any{"from": map[string]any{"id": r.id}, "to": namedEnds(r, p.to.kind)})
	})
	if err != nil {
		return 0, nil, err
	}
	return done.answer(c, http.StatusOK)
}

// namedEnds are the live records of a type that the record is associated with, once for each type of association.
func namedEnds(r *record, kind *ObjectType) []any {
	ends := []any{}
	for _, l := range r.links {
		if l.kind.To == kind.Name && !l.to.archived {
			ends = append(ends, map[string]any{"id": l.to.id, "type": l.kind.Name})
		}
	}
	return ends
}

func (c *call) listNamedAssociations() (int, any, *apiError) {
	p, err := c.pair()
	if err != nil {
		return 0, nil, err
	}
	r := p.from.live(c.params["id"])
	if r == nil {
		return 0, nil, notFound(c.params["id"])
	}
	return http.StatusOK, map[string]any{"results": namedEnds(r, p.to.kind)}, nil
}

// pathAssociation is the one that the path names.
func (c *call) pathAssociation() namedAssociation {
	return namedAssociation{
		From: rowID{ID: looseNumber(c.params["id"])}, To: rowID{ID: looseNumber(c.params["other"])}, Type: c.params["kind"],
	}
}

// putNamedAssociation makes one, and shows the record with all its associations of that object type.
func (c *call) putNamedAssociation() (int, any, *apiError) {
	p, err := c.pair()
	if err != nil {
		return 0, nil, err
	}
	if _, err := c.associateNamed(p, c.pathAssociation()); err != nil {
		return 0, nil, err
	}
	r := p.from.live(c.params["id"])
	view := r.view(p.from.kind, nil)
	view["associations"] = map[string]any{p.to.kind.Name: map[string]any{"results": namedEnds(r, p.to.kind)}}
	return http.StatusOK, view, nil
}

func (c *call) deleteNamedAssociation() (int, any, *apiError) {
	p, err := c.pair()
	if err == nil {
		c.dissociate(p, c.pathAssociation())
	}
	return http.StatusNoContent, nil, err
}

func (c *call) listAssociationTypes() (int, any, *apiError) {
	p, err := c.pair()
	if err != nil {
		return 0, nil, err
	}
	results := []any{}
	for _, t := range c.associations.between(p.from.kind, p.to.kind) {
		results = append(results, map[string]any{"id": strconv.Itoa(t.ID), "name": t.Name})
	}
	return http.StatusOK, map[string]any{"results": results}, nil
}
