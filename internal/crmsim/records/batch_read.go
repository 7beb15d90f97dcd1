package records

import (
	"net/http"
	"slices"

	"github.com/appsvc/svc/internal/crmsim/account"
	"github.com/appsvc/svc/internal/crmsim/api"
)

// rowID identifies one record.
type rowID struct {
	ID api.LooseNumber `json:"id"`
}

// readBatch reads records by id, or by a property with unique values. It shows no associations.
func (a *API) readBatch(c *api.Call, t *account.Table) (int, any, *api.Error) {
	var in struct {
		api.BatchOf[rowID]
		Properties            []string `json:"properties"`
		PropertiesWithHistory []string `json:"propertiesWithHistory"`
		IDProperty            string   `json:"idProperty"`
	}
	if err := c.Decode(&in); err != nil {
		return 0, nil, err
	}
	rows, err := in.Rows(api.MaxBatch)
	switch {
	case err != nil:
		return 0, nil, err
	case slices.Contains(rows, rowID{}):
		return 0, nil, api.MissingFields("id")
	case len(in.PropertiesWithHistory) > 0 && len(rows) > account.MaxHistory:
		return 0, nil, api.Invalid(
			"The maximum number of inputs supported in a batch request for property histories is %d. "+
				"Please reduce the number of items and try again",
			account.MaxHistory,
		)
	}
	get := t.Live
	switch {
	case !t.Type.IsID(in.IDProperty):
		if err := checkUnique(t.Type, in.IDProperty); err != nil {
			return 0, nil, err
		}
		get = func(value string) *account.Record { return t.ByUnique(in.IDProperty, value) }
	case c.Query("archived") == "true":
		get = t.Archived
	}
	var done api.BatchResult
	var missing []string
	shown := map[*account.Record]bool{}
	for _, row := range rows {
		r := get(string(row.ID))
		switch {
		case r == nil:
			missing = append(missing, string(row.ID))
		case !shown[r]:
			shown[r] = true
			view := r.View(t.Type, in.Properties)
			r.AddHistory(view, t.Type, in.PropertiesWithHistory)
			done.Results = append(done.Results, view)
		}
	}
	if len(missing) > 0 {
		done.Errors = append(done.Errors, missingRecords(t.Type).InRow(map[string][]string{"ids": missing}))
	}
	return done.Answer(c, http.StatusOK)
}

// missingRecords returns the one error of a batch for all ids without a record.
func missingRecords(kind *account.ObjectType) *api.Error {
	return api.NotFound(
		"Could not get some %s objects, they may be deleted or not exist. Check that ids are valid.", kind.EnrolledName(),
	)
}

// archiveBatch archives records. It ignores ids without a record.
func (a *API) archiveBatch(c *api.Call, t *account.Table) (int, any, *api.Error) {
	rows, err := api.DecodeRows[rowID](c, api.MaxBatch)
	if err != nil {
		return 0, nil, err
	}
	if slices.Contains(rows, rowID{}) {
		return 0, nil, api.MissingFields("id")
	}
	for _, row := range rows {
		if r := t.Live(string(row.ID)); r != nil {
			t.ArchiveRecord(r)
		}
	}
	return http.StatusNoContent, nil, nil
}
