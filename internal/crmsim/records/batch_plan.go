package records

import (
	"maps"

	"github.com/appsvc/svc/internal/crmsim/account"
	"github.com/appsvc/svc/internal/crmsim/api"
)

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
	properties := map[string]any{row.IDProperty: string(row.ID)}
	maps.Copy(properties, row.Properties)
	row.Properties = properties
	create, err := a.planCreate(t, row.input, claimed)
	return rowResult{write: create, err: err, isNew: &isNew}
}

func notUnique(kind *account.ObjectType, property string) *api.Error {
	return api.Invalid("Unable to perform update/upsert by non-unique %s property %s", kind.ID, property)
}
