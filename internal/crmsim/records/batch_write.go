package records

import (
	"maps"
	"net/http"

	"github.com/appsvc/svc/internal/crmsim/account"
	"github.com/appsvc/svc/internal/crmsim/api"
)

// writeRow is one row of a batch that writes records.
type writeRow struct {
	ID         api.LooseNumber `json:"id"`
	IDProperty string          `json:"idProperty"`
	TraceID    string          `json:"objectWriteTraceId"`
	input
}

// rowResult is a checked row, and its result once written.
type rowResult struct {
	row   writeRow
	write write
	// isNew reports whether an upsert creates a record; nil in other batches.
	isNew *bool
	view  map[string]any
	err   *api.Error
	// isMissing marks a row without a record. It never fails other rows.
	isMissing bool
}

// writeKind is a kind of batch that writes records.
type writeKind struct {
	status  int
	plan    func(*API, *account.Table, writeRow, account.Claims) rowResult
	needsID bool
}

var (
	createBatch = writeKind{http.StatusCreated, (*API).planNewRow, false}
	updateBatch = writeKind{http.StatusOK, (*API).planUpdateRow, true}
	upsertBatch = writeKind{http.StatusOK, (*API).planUpsertRow, true}
)

// writeBatch returns the handler of a batch. If each row has a distinct trace id, rows succeed or fail one by one.
// Otherwise one invalid row fails the batch and nothing is written.
func (a *API) writeBatch(kind writeKind) tableHandler {
	return func(c *api.Call, t *account.Table) (int, any, *api.Error) {
		rows, err := api.DecodeRows[writeRow](c, api.MaxBatch)
		if err != nil {
			return 0, nil, err
		}
		if err := kind.checkRows(rows); err != nil {
			return 0, nil, err
		}
		var results []rowResult
		if allTraced(rows) {
			for _, row := range rows {
				results = append(results, kind.plan(a, t, row, account.Claims{}).run(row, t.Type))
			}
			return written(t.Type, results).Answer(c, kind.status)
		}
		claimed := account.Claims{}
		for _, row := range rows {
			p := kind.plan(a, t, row, claimed)
			if p.err != nil {
				return 0, nil, p.err
			}
			results = append(results, p)
		}
		for i, row := range rows {
			results[i] = results[i].run(row, t.Type)
		}
		return written(t.Type, results).Answer(c, kind.status)
	}
}

func (k writeKind) checkRows(rows []writeRow) *api.Error {
	var ids []string
	for _, row := range rows {
		if row.Properties == nil {
			return api.MissingFields("properties")
		}
		if k.needsID && row.ID == "" {
			return api.MissingFields("id")
		}
		ids = append(ids, string(row.ID))
	}
	if k.needsID {
		return api.RejectDuplicates(ids)
	}
	return nil
}

// allTraced reports whether every row has a distinct trace id.
func allTraced(rows []writeRow) bool {
	seen := map[string]bool{}
	for _, row := range rows {
		if row.TraceID == "" || seen[row.TraceID] {
			return false
		}
		seen[row.TraceID] = true
	}
	return true
}

// run writes a row that passed its checks.
func (p rowResult) run(row writeRow, kind *account.ObjectType) rowResult {
	p.row = row
	if p.write == nil {
		return p
	}
	p.view = p.write().ViewAll(kind)
	if row.TraceID != "" {
		p.view["objectWriteTraceId"] = row.TraceID
	}
	if p.isNew != nil {
		p.view["new"] = *p.isNew
	}
	return p
}

// written returns the results of the rows. The platform omits a row without a record and without an error.
func written(kind *account.ObjectType, rows []rowResult) api.BatchResult {
	var done api.BatchResult
	var missing, missingTraces []string
	for _, p := range rows {
		switch {
		case p.view != nil:
			done.Results = append(done.Results, p.view)
		case p.isMissing:
			missing = append(missing, string(p.row.ID))
			if p.row.TraceID != "" {
				missingTraces = append(missingTraces, p.row.TraceID)
			}
		case p.err != nil:
			done.Errors = append(done.Errors, p.err.InRow(map[string][]string{"objectWriteTraceId": {p.row.TraceID}}))
		}
	}
	if len(missing) > 0 {
		context := map[string][]string{"ids": missing}
		if len(missingTraces) > 0 {
			context["objectWriteTraceId"] = missingTraces
		}
		done.Errors = append(done.Errors, missingRecords(kind).InRow(context))
	}
	return done
}

func (a *API) planNewRow(t *account.Table, row writeRow, claimed account.Claims) rowResult {
	create, err := a.planCreate(t, row.input, claimed)
	return rowResult{write: create, err: err}
}

// planUpdateRow checks a row that names its record by id, or by a unique property that the account added. The email
// address of a contact is not accepted.
func (a *API) planUpdateRow(t *account.Table, row writeRow, claimed account.Claims) rowResult {
	get := t.Live
	if row.IDProperty != "" {
		if row.IDProperty == "email" || !t.Type.Properties[row.IDProperty].Unique {
			return rowResult{err: notUnique(t.Type, row.IDProperty)}
		}
		get = func(value string) *account.Record { return t.ByUnique(row.IDProperty, value) }
	} else if t.IsMerged(string(row.ID)) {
		return rowResult{}
	}
	r := get(string(row.ID))
	if r == nil {
		return rowResult{isMissing: true}
	}
	update, err := planUpdate(t, r, row.input, claimed)
	return rowResult{write: update, err: err}
}

// planUpsertRow checks a row that updates the record with a value of a unique property, or creates it.
func (a *API) planUpsertRow(t *account.Table, row writeRow, claimed account.Claims) rowResult {
	if row.IDProperty == "" {
		return rowResult{err: api.MissingFields("idProperty")}
	}
	if !t.Type.Properties[row.IDProperty].Unique {
		return rowResult{err: notUnique(t.Type, row.IDProperty)}
	}
	r := t.ByUnique(row.IDProperty, string(row.ID))
	isNew := r == nil
	if !isNew {
		update, err := planUpdate(t, r, row.input, claimed)
		return rowResult{write: update, err: err, isNew: &isNew}
	}
	row.Properties = maps.Clone(row.Properties)
	if row.Properties[row.IDProperty] == nil {
		row.Properties[row.IDProperty] = string(row.ID)
	}
	create, err := a.planCreate(t, row.input, claimed)
	return rowResult{write: create, err: err, isNew: &isNew}
}

func notUnique(kind *account.ObjectType, property string) *api.Error {
	return api.Invalid("Unable to perform update/upsert by non-unique %s property %s", kind.ID, property)
}
