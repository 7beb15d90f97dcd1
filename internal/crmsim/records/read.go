package records

import (
	"net/http"
	"strconv"

	"github.com/appsvc/svc/internal/crmsim/account"
	"github.com/appsvc/svc/internal/crmsim/api"
	"github.com/appsvc/svc/internal/platform"
)

func (a *API) get(c *api.Call, t *account.Table) (int, any, *api.Error) {
	r, err := find(c, t)
	if err != nil {
		return 0, nil, err
	}
	view, err := a.view(c, t, r)
	return http.StatusOK, view, err
}

// find returns the record that the path names, by id or by the unique property of the query's idProperty.
func find(c *api.Call, t *account.Table) (*account.Record, *api.Error) {
	id := c.PathValue("id")
	get := t.Live
	if by := c.Query("idProperty"); !t.Type.IsID(by) {
		if err := checkUnique(t.Type, by); err != nil {
			return nil, err
		}
		get = func(id string) *account.Record { return t.ByUnique(by, id) }
	} else if c.Request.Method == http.MethodGet && c.Query("archived") == "true" {
		get = t.Archived
	}
	if r := get(id); r != nil {
		return r, nil
	}
	return nil, account.NoRecord(id)
}

func checkUnique(kind *account.ObjectType, property string) *api.Error {
	if !kind.Properties[property].Unique {
		return api.Invalid("idProperty %q is not a property with unique values", property)
	}
	return nil
}

// view returns the record with the properties, histories and associations that the query names.
func (a *API) view(c *api.Call, t *account.Table, r *account.Record) (map[string]any, *api.Error) {
	view := r.View(t.Type, c.Names("properties"))
	r.AddHistory(view, t.Type, c.Names("propertiesWithHistory"))
	all := map[string]any{}
	for _, name := range c.Names("associations") {
		other, err := a.Account.Table(name)
		if err != nil {
			return nil, err
		}
		var results []any
		for _, l := range r.LinksTo(other.Type) {
			results = append(results, map[string]any{"id": l.To.ID, "type": l.Type.Name})
		}
		if results != nil {
			all[other.Type.Name] = map[string]any{"results": results}
		}
	}
	if len(all) > 0 {
		view["associations"] = all
	}
	return view, nil
}

// list answers with a page of the records, by id.
func (a *API) list(c *api.Call, t *account.Table) (int, any, *api.Error) {
	query, maximum := c.Request.URL.Query(), platform.ListPage
	if len(c.Names("propertiesWithHistory")) > 0 {
		maximum = account.MaxHistory
	}
	limit, err := api.PageSize(query.Get("limit"), maximum)
	if err != nil {
		return 0, nil, err
	}
	after := int64(0)
	if text := query.Get("after"); text != "" {
		number, bad := strconv.ParseInt(text, 10, 64)
		if bad != nil {
			return 0, nil, api.Invalid("The 'after' value %q is not a cursor of this list", text)
		}
		after = number
	}
	archived, results, next := query.Get("archived") == "true", []any{}, ""
	for _, r := range t.From(after) {
		if r.Archived != archived {
			continue
		}
		if len(results) == limit {
			next = r.ID
			break
		}
		view, err := a.view(c, t, r)
		if err != nil {
			return 0, nil, err
		}
		results = append(results, view)
	}
	answer := map[string]any{"results": results}
	if next != "" {
		answer["paging"] = c.Paging(next)
	}
	return http.StatusOK, answer, nil
}
