package records

import (
	"net/http"

	"github.com/appsvc/svc/internal/crmsim/account"
	"github.com/appsvc/svc/internal/crmsim/api"
)

// groupInput is the body of a request to create or update a property group.
type groupInput struct {
	Name         string  `json:"name"`
	Label        *string `json:"label"`
	DisplayOrder *int    `json:"displayOrder"`
}

func (in groupInput) apply(group *account.Group) {
	if in.Label != nil {
		group.Label = *in.Label
	}
	if in.DisplayOrder != nil {
		group.DisplayOrder = *in.DisplayOrder
	}
}

func (a *API) listGroups(_ *api.Call, t *account.Table) (int, any, *api.Error) {
	return http.StatusOK, map[string]any{"results": t.Type.Groups()}, nil
}

func (a *API) createGroup(c *api.Call, t *account.Table) (int, any, *api.Error) {
	var in groupInput
	if err := c.Decode(&in); err != nil {
		return 0, nil, err
	}
	if in.Name == "" || in.Label == nil || *in.Label == "" {
		return 0, nil, api.MissingFields("name", "label")
	}
	group, err := t.Type.AddGroup(in.Name)
	if err != nil {
		return 0, nil, err
	}
	in.apply(group)
	return http.StatusCreated, group, nil
}

func (a *API) getGroup(c *api.Call, t *account.Table) (int, any, *api.Error) {
	group, err := t.Type.Group(c.PathValue("group"))
	return http.StatusOK, group, err
}

func (a *API) updateGroup(c *api.Call, t *account.Table) (int, any, *api.Error) {
	group, err := t.Type.Group(c.PathValue("group"))
	if err != nil {
		return 0, nil, err
	}
	var in groupInput
	if err := c.Decode(&in); err != nil {
		return 0, nil, err
	}
	in.apply(group)
	return http.StatusOK, group, nil
}

func (a *API) archiveGroup(c *api.Call, t *account.Table) (int, any, *api.Error) {
	group, err := t.Type.Group(c.PathValue("group"))
	if err != nil {
		return 0, nil, err
	}
	return http.StatusNoContent, nil, t.Type.RemoveGroup(group)
}
