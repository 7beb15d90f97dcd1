package records

import (
	"net/http"

	"github.com/appsvc/svc/internal/crmsim/account"
	"github.com/appsvc/svc/internal/crmsim/api"
)

// nameRow names one property.
type nameRow struct {
	Name string `json:"name"`
}

// createProperties adds properties. An invalid row does not fail the others.
func (a *API) createProperties(c *api.Call, t *account.Table) (int, any, *api.Error) {
	rows, err := api.DecodeRows[account.Definition](c, api.MaxBatch)
	if err != nil {
		return 0, nil, err
	}
	for _, row := range rows {
		if err := row.CheckFields(); err != nil {
			return 0, nil, err
		}
	}
	var done api.BatchResult
	for _, row := range rows {
		err := t.Type.AddProperty(row, c.Now())
		view := a.viewProperty(t.Type, *row.Name, t.Type.Properties[*row.Name])
		done.Add(view, err, map[string][]string{"name": {*row.Name}})
	}
	return done.Answer(c, http.StatusCreated)
}

// readProperties reads properties. An unknown name does not fail the others.
func (a *API) readProperties(c *api.Call, t *account.Table) (int, any, *api.Error) {
	var in struct {
		api.BatchOf[nameRow]
		Archived bool `json:"archived"`
	}
	if err := c.Decode(&in); err != nil {
		return 0, nil, err
	}
	rows, err := in.Rows(api.MaxBatch)
	if err != nil {
		return 0, nil, err
	}
	var done api.BatchResult
	for _, row := range rows {
		p, err := t.Type.Property(row.Name, in.Archived)
		done.Add(a.viewProperty(t.Type, row.Name, p), err, map[string][]string{"name": {row.Name}})
	}
	return done.Answer(c, http.StatusOK)
}

// archiveProperties archives properties. It ignores unknown names.
func (a *API) archiveProperties(c *api.Call, t *account.Table) (int, any, *api.Error) {
	rows, err := api.DecodeRows[nameRow](c, api.MaxBatch)
	if err != nil {
		return 0, nil, err
	}
	for _, row := range rows {
		if _, unknown := t.Type.Property(row.Name, false); unknown != nil {
			continue
		}
		if err := t.Type.ArchiveProperty(row.Name, c.Now()); err != nil {
			return 0, nil, err
		}
	}
	return http.StatusNoContent, nil, nil
}
