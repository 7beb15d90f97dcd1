// This file answers batches of associations. A row that fails leaves the others alone.

package crmsim

import (
	"fmt"
	"net/http"
)

// Rows of one call; the platform's documentation.
const (
	maxAssociationReads  = 1_000
	maxAssociationWrites = 2_000
)

// associationRow is two records and how they are associated.
type associationRow struct {
	From  rowID             `json:"from"`
	To    rowID             `json:"to"`
	Types []associationSpec `json:"types"`
}

func (r associationRow) context() map[string][]string {
	return map[string][]string{"fromObjectId": {string(r.From.ID)}, "toObjectId": {string(r.To.ID)}}
}

// eachAssociation runs the rows of a batch.
func eachAssociation[T any](c *call, most int, run func(pair, T, *outcome)) (outcome, *apiError) {
	var done outcome
	p, err := c.pair()
	if err != nil {
		return done, err
	}
	rows, err := rowsOf[T](c, most)
	if err != nil {
		return done, err
	}
	for _, row := range rows {
		run(p, row, &done)
	}
	return done, nil
}

func (c *call) createAssociations() (int, any, *apiError) {
	done, err := eachAssociation(c, maxAssociationWrites, func(p pair, row associationRow, done *outcome) {
		view, err := c.associate(p, string(row.From.ID), string(row.To.ID), row.Types)
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

func (c *call) createPlainAssociations() (int, any, *apiError) {
	done, err := eachAssociation(c, maxAssociationWrites, func(p pair, row associationRow, done *outcome) {
		made, err := c.associatePlain(p, string(row.From.ID), string(row.To.ID))
		if err != nil {
			done.errors = append(done.errors, err.inRow(row.context()))
			return
		}
		done.results = append(done.results, made...)
	})
	if err != nil {
		return 0, nil, err
	}
	return done.answer(c, http.StatusOK)
}

// archiveAssociations ends all that there is between a record and others.
func (c *call) archiveAssociations() (int, any, *apiError) {
	type row struct {
		From rowID   `json:"from"`
		To   []rowID `json:"to"`
	}
	_, err := eachAssociation(c, maxAssociationWrites, func(p pair, r row, _ *outcome) {
		for _, other := range r.To {
			if from, to, err := p.ends(string(r.From.ID), string(other.ID)); err == nil {
				c.detach(from, to, nil)
			}
		}
	})
	return http.StatusNoContent, nil, err
}

// archiveLabels ends associations of the given types only.
func (c *call) archiveLabels() (int, any, *apiError) {
	_, err := eachAssociation(c, maxAssociationWrites, func(p pair, row associationRow, _ *outcome) {
		from, to, err := p.ends(string(row.From.ID), string(row.To.ID))
		types, bad := c.specified(p, row.Types)
		if err != nil || bad != nil {
			return // there is nothing to end
		}
		for _, t := range types {
			c.detach(from, to, t)
		}
	})
	return http.StatusNoContent, nil, err
}

func (c *call) readAssociations() (int, any, *apiError) {
	type row struct {
		ID    looseNumber `json:"id"`
		After string      `json:"after"`
	}
	done, err := eachAssociation(c, maxAssociationReads, func(p pair, row row, done *outcome) {
		id := string(row.ID)
		var results []any
		next, err := "", (*apiError)(nil)
		if r := p.from.live(id); r != nil {
			results, next, err = associated(r, p.to.kind, row.After, maxAssociations)
		}
		switch {
		case err != nil:
			done.errors = append(done.errors, err.inRow(map[string][]string{"fromObjectId": {id}}))
		case len(results) == 0:
			done.errors = append(done.errors, noAssociations(p, id))
		default:
			view := map[string]any{"from": map[string]any{"id": canonical(id)}, "to": results}
			if next != "" {
				view["paging"] = c.paging(next, nil)
			}
			done.results = append(done.results, view)
		}
	})
	if err != nil {
		return 0, nil, err
	}
	return done.answer(c, http.StatusOK)
}

// noAssociations is the error of a row for a record that has none, or that there is not.
func noAssociations(p pair, id string) rowError {
	from, to := p.from.kind.singular(), p.to.kind.singular()
	return rowError{
		Status: "error", Category: "OBJECT_NOT_FOUND", SubCategory: "crm.associations.NO_ASSOCIATIONS_FOUND",
		Message: fmt.Sprintf("No %s is associated with %s %s.", to, from, id),
		Context: map[string][]string{"fromObjectId": {id}, "fromObjectType": {from}, "toObjectType": {to}},
	}
}
