package records

import (
	"net/http"

	"github.com/appsvc/svc/internal/crmsim/account"
	"github.com/appsvc/svc/internal/crmsim/api"
)

func (a *API) createProperty(c *api.Call, t *account.Table) (int, any, *api.Error) {
	var in account.Definition
	if err := c.Decode(&in); err != nil {
		return 0, nil, err
	}
	if err := t.Type.AddProperty(in, c.Now()); err != nil {
		return 0, nil, err
	}
	return http.StatusCreated, a.viewProperty(t.Type, *in.Name, t.Type.Properties[*in.Name]), nil
}

func (a *API) listProperties(c *api.Call, t *account.Table) (int, any, *api.Error) {
	archived, results := c.Query("archived") == "true", []any{}
	for _, name := range t.Type.PropertyNames(archived) {
		p, err := t.Type.Property(name, archived)
		if err != nil {
			return 0, nil, err
		}
		results = append(results, a.viewProperty(t.Type, name, p))
	}
	return http.StatusOK, map[string]any{"results": results}, nil
}

func (a *API) getProperty(c *api.Call, t *account.Table) (int, any, *api.Error) {
	name := c.PathValue("property")
	p, err := t.Type.Property(name, c.Query("archived") == "true")
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, a.viewProperty(t.Type, name, p), nil
}

func (a *API) updateProperty(c *api.Call, t *account.Table) (int, any, *api.Error) {
	name := c.PathValue("property")
	if _, err := t.Type.Property(name, false); err != nil {
		return 0, nil, err
	}
	var in account.Definition
	if err := c.Decode(&in); err != nil {
		return 0, nil, err
	}
	if err := t.Type.UpdateProperty(name, in, c.Now()); err != nil {
		return 0, nil, err
	}
	return http.StatusOK, a.viewProperty(t.Type, name, t.Type.Properties[name]), nil
}

func (a *API) archiveProperty(c *api.Call, t *account.Table) (int, any, *api.Error) {
	name := c.PathValue("property")
	if _, err := t.Type.Property(name, false); err != nil {
		return 0, nil, err
	}
	return http.StatusNoContent, nil, t.Type.ArchiveProperty(name, c.Now())
}
