package associations

import (
	"fmt"

	"github.com/appsvc/svc/internal/crmsim/account"
	"github.com/appsvc/svc/internal/crmsim/api"
)

// rowID identifies one record.
type rowID struct {
	ID api.LooseNumber `json:"id"`
}

// row is two records and the types of their associations.
type row struct {
	From  rowID                     `json:"from"`
	To    rowID                     `json:"to"`
	Types []account.AssociationSpec `json:"types"`
}

func rowContext(from, to rowID) map[string][]string {
	return map[string][]string{"fromObjectId": {string(from.ID)}, "toObjectId": {string(to.ID)}}
}

func (a *API) createRow(p pair, r row, done *api.BatchResult) {
	view, err := a.associate(p, string(r.From.ID), string(r.To.ID), r.Types)
	done.Add(view, err, rowContext(r.From, r.To))
}

func (a *API) createDefaultRow(p pair, r row, done *api.BatchResult) {
	added, err := a.associateDefault(p, string(r.From.ID), string(r.To.ID))
	if err != nil {
		done.Add(nil, err, rowContext(r.From, r.To))
		return
	}
	done.Results = append(done.Results, added...)
}

// manyRow is a record and those that it is associated with.
type manyRow struct {
	From rowID   `json:"from"`
	To   []rowID `json:"to"`
}

// archiveRow removes all associations of a record with others.
func (a *API) archiveRow(p pair, r manyRow, _ *api.BatchResult) {
	for _, other := range r.To {
		if from, to, err := p.ends(string(r.From.ID), string(other.ID)); err == nil {
			a.Account.Disconnect(from, to, nil)
		}
	}
}

// archiveLabelRow removes associations of the given types. It ignores rows that name a missing record or type.
func (a *API) archiveLabelRow(p pair, r row, _ *api.BatchResult) {
	from, to, noEnds := p.ends(string(r.From.ID), string(r.To.ID))
	types, noTypes := a.types(p, r.Types)
	if noEnds != nil || noTypes != nil {
		return
	}
	for _, t := range types {
		a.Account.Disconnect(from, to, t)
	}
}

// pageRow is a record and the cursor of a page of its associations.
type pageRow struct {
	ID    api.LooseNumber `json:"id"`
	After string          `json:"after"`
}

func (a *API) readRow(p pair, row pageRow, done *api.BatchResult) {
	id := string(row.ID)
	var results []any
	var next string
	var err *api.Error
	if r := p.from.Live(id); r != nil {
		results, next, err = page(r, p.to.Type, row.After, maxPage)
	}
	switch {
	case err != nil:
		done.Add(nil, err, map[string][]string{"fromObjectId": {id}})
	case len(results) == 0:
		done.Errors = append(done.Errors, noAssociations(p, id))
	default:
		view := map[string]any{"from": map[string]any{"id": account.CanonicalID(id)}, "to": results}
		if next != "" {
			view["paging"] = api.Cursor(next)
		}
		done.Results = append(done.Results, view)
	}
}

// noAssociations returns the error of a row for a record without associations, or without a record.
func noAssociations(p pair, id string) api.RowError {
	from, to := p.from.Type.Singular, p.to.Type.Singular
	err := &api.Error{
		Category: "OBJECT_NOT_FOUND", SubCategory: "crm.associations.NO_ASSOCIATIONS_FOUND",
		Message: fmt.Sprintf("No %s is associated with %s %s.", to, from, id),
	}
	return err.InRow(map[string][]string{"fromObjectId": {id}, "fromObjectType": {from}, "toObjectType": {to}})
}
