package associations

import (
	"net/http"
	"strconv"

	"github.com/appsvc/svc/internal/crmsim/account"
	"github.com/appsvc/svc/internal/crmsim/api"
)

// namedRow is two records and the name of their association: "contact_to_company".
type namedRow struct {
	From rowID  `json:"from"`
	To   rowID  `json:"to"`
	Type string `json:"type"`
}

// typeNamed returns the type between two object types with a name, or with an id.
func (a *API) typeNamed(p pair, name string) (*account.AssociationType, *api.Error) {
	for _, t := range a.Account.AssociationTypes(p.from.Type, p.to.Type) {
		if t.Name == name || strconv.Itoa(t.ID) == name {
			return t, nil
		}
	}
	return nil, api.Invalid("Unknown association type %q from %s to %s", name, p.from.Type.Name, p.to.Type.Name)
}

// associateNamed adds an association and returns it as a batch shows it.
func (a *API) associateNamed(p pair, row namedRow) (any, *api.Error) {
	t, err := a.typeNamed(p, row.Type)
	if err != nil {
		return nil, err
	}
	from, to, err := p.ends(string(row.From.ID), string(row.To.ID))
	if err != nil {
		return nil, err
	}
	a.Account.Connect(from, account.Link{Type: t, To: to})
	return map[string]any{"from": map[string]any{"id": from.ID}, "to": map[string]any{"id": to.ID}, "type": t.Name}, nil
}

func (a *API) createNamedRow(p pair, row namedRow, done *api.BatchResult) {
	view, err := a.associateNamed(p, row)
	done.Add(view, err, rowContext(row.From, row.To))
}

// archiveNamedRow removes an association. It ignores rows that name a missing record or type.
func (a *API) archiveNamedRow(p pair, row namedRow, _ *api.BatchResult) {
	t, noType := a.typeNamed(p, row.Type)
	from, to, noEnds := p.ends(string(row.From.ID), string(row.To.ID))
	if noType == nil && noEnds == nil {
		a.Account.Disconnect(from, to, t)
	}
}

func (a *API) readNamedRow(p pair, row rowID, done *api.BatchResult) {
	r := p.from.Live(string(row.ID))
	if r == nil || len(namedEnds(r, p.to.Type)) == 0 {
		done.Errors = append(done.Errors, noAssociations(p, string(row.ID)))
		return
	}
	view := map[string]any{"from": map[string]any{"id": r.ID}, "to": namedEnds(r, p.to.Type)}
	done.Results = append(done.Results, view)
}

// namedEnds returns the records that a record is associated with, one entry per association type.
func namedEnds(r *account.Record, kind *account.ObjectType) []any {
	ends := []any{}
	for _, l := range r.LinksTo(kind) {
		ends = append(ends, map[string]any{"id": l.To.ID, "type": l.Type.Name})
	}
	return ends
}

func (a *API) listNamed(c *api.Call, p pair) (int, any, *api.Error) {
	r := p.from.Live(c.PathValue("id"))
	if r == nil {
		return 0, nil, account.NoRecord(c.PathValue("id"))
	}
	return http.StatusOK, map[string]any{"results": namedEnds(r, p.to.Type)}, nil
}

// pathRow returns the association that the path names.
func pathRow(c *api.Call) namedRow {
	id := func(name string) rowID { return rowID{api.LooseNumber(c.PathValue(name))} }
	return namedRow{From: id("id"), To: id("other"), Type: c.PathValue("kind")}
}

// putNamed adds an association and answers with the record and its associations of the object type.
func (a *API) putNamed(c *api.Call, p pair) (int, any, *api.Error) {
	if _, err := a.associateNamed(p, pathRow(c)); err != nil {
		return 0, nil, err
	}
	r := p.from.Live(c.PathValue("id"))
	view := r.View(p.from.Type, nil)
	view["associations"] = map[string]any{p.to.Type.Name: map[string]any{"results": namedEnds(r, p.to.Type)}}
	return http.StatusOK, view, nil
}

func (a *API) deleteNamed(c *api.Call, p pair) (int, any, *api.Error) {
	a.archiveNamedRow(p, pathRow(c), nil)
	return http.StatusNoContent, nil, nil
}

func (a *API) listTypes(_ *api.Call, p pair) (int, any, *api.Error) {
	results := []any{}
	for _, t := range a.Account.AssociationTypes(p.from.Type, p.to.Type) {
		results = append(results, map[string]any{"id": strconv.Itoa(t.ID), "name": t.Name})
	}
	return http.StatusOK, map[string]any{"results": results}, nil
}
