package associations

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"

	"github.com/appsvc/svc/internal/crmsim/account"
	"github.com/appsvc/svc/internal/crmsim/api"
)

// types returns the association types that a request names, in the direction of the pair.
func (a *API) types(p pair, specs []account.AssociationSpec) ([]*account.AssociationType, *api.Error) {
	if len(specs) == 0 {
		return nil, api.MissingFields("types")
	}
	var types []*account.AssociationType
	for _, spec := range specs {
		t, err := a.Account.AssociationType(spec, p.from.Type, p.to.Type)
		if err != nil {
			return nil, err
		}
		types = append(types, t)
	}
	return types, nil
}

// associate adds associations of the named types. Labels replace those that the pair has.
func (a *API) associate(p pair, fromID, toID string, specs []account.AssociationSpec) (any, *api.Error) {
	types, err := a.types(p, specs)
	if err != nil {
		return nil, err
	}
	from, to, err := p.ends(fromID, toID)
	if err != nil {
		return nil, err
	}
	a.Account.Relabel(from, to, types)
	labels := []string{}
	for _, t := range types {
		a.Account.Connect(from, account.Link{Type: t, To: to})
		if t.Label != "" {
			labels = append(labels, t.Label)
		}
	}
	return map[string]any{
		"fromObjectTypeId": p.from.Type.ID, "fromObjectId": from.ID,
		"toObjectTypeId": p.to.Type.ID, "toObjectId": to.ID, "labels": labels,
	}, nil
}

func (a *API) put(c *api.Call, p pair) (int, any, *api.Error) {
	var specs []account.AssociationSpec
	if err := c.Decode(&specs); err != nil {
		return 0, nil, err
	}
	view, err := a.associate(p, c.PathValue("id"), c.PathValue("other"), specs)
	return http.StatusCreated, view, err
}

// associateDefault adds the association without a label and returns both of its directions.
func (a *API) associateDefault(p pair, fromID, toID string) ([]any, *api.Error) {
	t, err := a.Account.DefaultAssociation(p.from.Type, p.to.Type)
	if err != nil {
		return nil, err
	}
	from, to, err := p.ends(fromID, toID)
	if err != nil {
		return nil, err
	}
	a.Account.Connect(from, account.Link{Type: t, To: to})
	view := func(from, to *account.Record, t *account.AssociationType) any {
		return map[string]any{
			"from": map[string]any{"id": from.ID}, "to": map[string]any{"id": to.ID},
			"associationSpec": map[string]any{"associationCategory": t.Category, "associationTypeId": t.ID},
		}
	}
	return []any{view(from, to, t), view(to, from, a.Account.InverseAssociation(t))}, nil
}

func (a *API) putDefault(c *api.Call, p pair) (int, any, *api.Error) {
	added, err := a.associateDefault(p, c.PathValue("id"), c.PathValue("other"))
	if err != nil {
		return 0, nil, err
	}
	return api.BatchResult{Results: added}.Answer(c, http.StatusOK)
}

// remove removes all associations between two records.
func (a *API) remove(c *api.Call, p pair) (int, any, *api.Error) {
	if from, to, err := p.ends(c.PathValue("id"), c.PathValue("other")); err == nil {
		a.Account.Disconnect(from, to, nil)
	}
	return http.StatusNoContent, nil, nil
}

func (a *API) list(c *api.Call, p pair) (int, any, *api.Error) {
	r := p.from.Live(c.PathValue("id"))
	if r == nil {
		return 0, nil, account.NoRecord(c.PathValue("id"))
	}
	query, limit := c.Request.URL.Query(), maxPage
	if query.Has("limit") {
		var err *api.Error
		if limit, err = api.PageSize(query.Get("limit"), maxPage); err != nil {
			return 0, nil, err
		}
	}
	results, next, err := page(r, p.to.Type, query.Get("after"), limit)
	if err != nil {
		return 0, nil, err
	}
	answer := map[string]any{"results": results}
	if next != "" {
		answer["paging"] = c.Paging(next)
	}
	return http.StatusOK, answer, nil
}

// page returns a page of the records that a record is associated with, by id.
func page(r *account.Record, kind *account.ObjectType, after string, limit int) ([]any, string, *api.Error) {
	first := int64(0)
	if after != "" {
		number, bad := strconv.ParseInt(after, 10, 64)
		if bad != nil {
			return nil, "", api.Invalid("The 'after' value %q is not a cursor of these associations", after)
		}
		first = number
	}
	types, ends := map[*account.Record][]any{}, []*account.Record(nil)
	for _, l := range r.LinksTo(kind) {
		if types[l.To] == nil {
			ends = append(ends, l.To)
		}
		types[l.To] = append(types[l.To], l.Type.View())
	}
	slices.SortFunc(ends, func(a, b *account.Record) int { return cmp.Compare(a.Number(), b.Number()) })
	results := []any{}
	for _, end := range ends {
		switch {
		case end.Number() < first:
		case len(results) == limit:
			return results, end.ID, nil
		default:
			results = append(results, map[string]any{"toObjectId": end.ID, "associationTypes": types[end]})
		}
	}
	return results, "", nil
}
