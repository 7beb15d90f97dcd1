// Package associations serves the associations between records of the emulated CRM, and their types and labels.
package associations

import (
	"net/http"

	"github.com/appsvc/svc/internal/crmsim/account"
	"github.com/appsvc/svc/internal/crmsim/api"
	"github.com/appsvc/svc/internal/platform"
)

// Limits from the platform's documentation.
const (
	maxPage   = platform.AssociationsPage // associated records of a page
	maxReads  = 1_000                     // rows of a batch
	maxWrites = 2_000                     // rows of a batch
	maxLabels = 10                        // labels that an account may add between two object types
)

// Statuses of batches.
const (
	ok        = http.StatusOK
	created   = http.StatusCreated
	noContent = http.StatusNoContent // without a body
)

// API serves the associations of one account.
type API struct{ Account *account.Account }

// Routes returns the routes of the package. Version 4 identifies types of associations by category and id, version 3
// by name.
func (a *API) Routes() api.Routes {
	return api.Routes{
		"GET /crm/v4/objects/{from}/{id}/associations/{to}":                 a.onPair(a.list),
		"PUT /crm/v4/objects/{from}/{id}/associations/{to}/{other}":         a.onPair(a.put),
		"DELETE /crm/v4/objects/{from}/{id}/associations/{to}/{other}":      a.onPair(a.remove),
		"PUT /crm/v4/objects/{from}/{id}/associations/default/{to}/{other}": a.onPair(a.putDefault),

		"POST /crm/v4/associations/{from}/{to}/batch/read":              batch(a, maxReads, ok, a.readRow),
		"POST /crm/v4/associations/{from}/{to}/batch/create":            batch(a, maxWrites, created, a.createRow),
		"POST /crm/v4/associations/{from}/{to}/batch/archive":           batch(a, maxWrites, noContent, a.archiveRow),
		"POST /crm/v4/associations/{from}/{to}/batch/associate/default": batch(a, maxWrites, ok, a.createDefaultRow),
		"POST /crm/v4/associations/{from}/{to}/batch/labels/archive":    batch(a, maxWrites, noContent, a.archiveLabelRow),

		"GET /crm/v4/associations/{from}/{to}/labels":            a.onPair(a.listLabels),
		"POST /crm/v4/associations/{from}/{to}/labels":           a.onPair(a.createLabel),
		"PUT /crm/v4/associations/{from}/{to}/labels":            a.updateLabel,
		"DELETE /crm/v4/associations/{from}/{to}/labels/{label}": a.onPair(a.deleteLabel),

		"GET /crm/v3/objects/{from}/{id}/associations/{to}":                   a.onPair(a.listNamed),
		"PUT /crm/v3/objects/{from}/{id}/associations/{to}/{other}/{kind}":    a.onPair(a.putNamed),
		"DELETE /crm/v3/objects/{from}/{id}/associations/{to}/{other}/{kind}": a.onPair(a.deleteNamed),

		"GET /crm/v3/associations/{from}/{to}/types":          a.onPair(a.listTypes),
		"POST /crm/v3/associations/{from}/{to}/batch/read":    batch(a, maxReads, ok, a.readNamedRow),
		"POST /crm/v3/associations/{from}/{to}/batch/create":  batch(a, maxWrites, created, a.createNamedRow),
		"POST /crm/v3/associations/{from}/{to}/batch/archive": batch(a, maxWrites, noContent, a.archiveNamedRow),
	}
}

// pair is the records of two object types.
type pair struct {
	from, to *account.Table
}

// pair returns the object types that the path names.
func (a *API) pair(c *api.Call) (p pair, err *api.Error) {
	if p.from, err = a.Account.Table(c.PathValue("from")); err != nil {
		return p, err
	}
	p.to, err = a.Account.Table(c.PathValue("to"))
	return p, err
}

// pairHandler answers a call about associations between two object types.
type pairHandler func(*api.Call, pair) (int, any, *api.Error)

// onPair returns a handler for the object types that the path names.
func (a *API) onPair(run pairHandler) api.Handler {
	return func(c *api.Call) (int, any, *api.Error) {
		p, err := a.pair(c)
		if err != nil {
			return 0, nil, err
		}
		return run(c, p)
	}
}

// batch returns the handler of a batch. An invalid row does not fail the others.
func batch[T any](a *API, maxRows, status int, run func(pair, T, *api.BatchResult)) api.Handler {
	return a.onPair(func(c *api.Call, p pair) (int, any, *api.Error) {
		rows, err := api.DecodeRows[T](c, maxRows)
		if err != nil {
			return 0, nil, err
		}
		var done api.BatchResult
		for _, row := range rows {
			run(p, row, &done)
		}
		if status == noContent {
			return status, nil, nil
		}
		return done.Answer(c, status)
	})
}

// ends returns two live records, one of each object type.
func (p pair) ends(fromID, toID string) (from, to *account.Record, err *api.Error) {
	from, to = p.from.Live(fromID), p.to.Live(toID)
	var problem string
	switch {
	case from == nil:
		problem = p.from.Type.EnrolledName() + "=" + fromID + " is not valid"
	case to == nil:
		problem = p.to.Type.EnrolledName() + "=" + toID + " is not valid"
	case from == to:
		problem = p.from.Type.EnrolledName() + "=" + fromID + " cannot be associated with itself"
	default:
		return from, to, nil
	}
	e := api.Invalid("One or more association object ids are invalid: %s", problem)
	e.SubCategory, e.Context = "crm.associations.INVALID_OBJECT_IDS", map[string][]string{"INVALID_OBJECT_IDS": {problem}}
	return nil, nil, e
}
