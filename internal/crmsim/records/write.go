package records

import (
	"net/http"

	"github.com/appsvc/svc/internal/crmsim/account"
	"github.com/appsvc/svc/internal/crmsim/api"
)

// input is the body of a request to create or update a record.
type input struct {
	Properties   map[string]any     `json:"properties"`
	Associations []associationInput `json:"associations"`
}

// associationInput is one association of a new record.
type associationInput struct {
	To    rowID                     `json:"to"`
	Types []account.AssociationSpec `json:"types"`
}

// write is a checked write, which cannot fail.
type write func() *account.Record

func decodeInput(c *api.Call) (input, *api.Error) {
	var in input
	if err := c.Decode(&in); err != nil {
		return in, err
	}
	if in.Properties == nil {
		return in, api.MissingFields("properties")
	}
	return in, nil
}

func (a *API) create(c *api.Call, t *account.Table) (int, any, *api.Error) {
	in, err := decodeInput(c)
	if err != nil {
		return 0, nil, err
	}
	create, err := a.planCreate(t, in, account.Claims{})
	if err != nil {
		return 0, nil, err
	}
	return http.StatusCreated, create().ViewAll(t.Type), nil
}

// planCreate checks a new record.
func (a *API) planCreate(t *account.Table, in input, claimed account.Claims) (write, *api.Error) {
	values, err := t.Type.CheckValues(in.Properties)
	if err != nil {
		return nil, err
	}
	if missing := t.Type.Missing(values); len(missing) > 0 {
		e := api.Invalid("Error creating %s. Some required properties were not set.", t.Type.EnrolledName())
		e.Context = map[string][]string{"properties": missing}
		return nil, e
	}
	t.Type.SetPipeline(values)
	links, err := a.checkAssociations(t.Type, in.Associations)
	if err != nil {
		return nil, err
	}
	if err := t.Claim(nil, values, claimed); err != nil {
		return nil, err
	}
	return func() *account.Record {
		r := t.Insert(values)
		for _, l := range links {
			a.Account.Connect(r, l)
		}
		return r
	}, nil
}

// checkAssociations finds the types and targets of the associations of a new record.
func (a *API) checkAssociations(kind *account.ObjectType, inputs []associationInput) ([]account.Link, *api.Error) {
	var links []account.Link
	for _, in := range inputs {
		if in.To.ID == "" || len(in.Types) == 0 {
			return nil, api.Invalid("Invalid input JSON: an association needs to.id and types")
		}
		for _, spec := range in.Types {
			t, err := a.Account.AssociationType(spec, kind, nil)
			if err != nil {
				return nil, err
			}
			target, err := a.Account.Table(t.To)
			if err != nil {
				return nil, err
			}
			to := target.Live(string(in.To.ID))
			if to == nil {
				return nil, api.Invalid("One or more associations are invalid: unknown record %s among %s", in.To.ID, t.To)
			}
			links = append(links, account.Link{Type: t, To: to})
		}
	}
	return links, nil
}

func (a *API) update(c *api.Call, t *account.Table) (int, any, *api.Error) {
	in, err := decodeInput(c)
	if err != nil {
		return 0, nil, err
	}
	if len(in.Properties) == 0 {
		return 0, nil, api.Invalid("No properties found to update, please provide at least one.")
	}
	r, err := find(c, t)
	if err != nil {
		return 0, nil, err
	}
	update, err := planUpdate(t, r, in, account.Claims{})
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, update().ViewAll(t.Type), nil
}

// planUpdate checks new values of a record.
func planUpdate(t *account.Table, r *account.Record, in input, claimed account.Claims) (write, *api.Error) {
	values, err := t.Type.CheckValues(in.Properties)
	if err != nil {
		return nil, err
	}
	if err := t.Claim(r, values, claimed); err != nil {
		return nil, err
	}
	return func() *account.Record {
		t.Update(r, values)
		return r
	}, nil
}

func (a *API) archive(c *api.Call, t *account.Table) (int, any, *api.Error) {
	if id := c.PathValue("id"); !t.Archive(id) {
		return 0, nil, account.NoRecord(id)
	}
	return http.StatusNoContent, nil, nil
}

// merge merges two records into one.
func (a *API) merge(c *api.Call, t *account.Table) (int, any, *api.Error) {
	var in struct {
		Primary api.LooseNumber `json:"primaryObjectId"`
		Other   api.LooseNumber `json:"objectIdToMerge"`
	}
	if err := c.Decode(&in); err != nil {
		return 0, nil, err
	}
	into, other := t.Live(string(in.Primary)), t.Live(string(in.Other))
	switch {
	case in.Primary == "" || in.Other == "":
		return 0, nil, api.MissingFields("primaryObjectId", "objectIdToMerge")
	case into == nil:
		return 0, nil, account.NoRecord(string(in.Primary))
	case other == nil:
		return 0, nil, account.NoRecord(string(in.Other))
	case into == other:
		return 0, nil, api.Invalid("Cannot merge an object with itself: %s", in.Primary)
	}
	t.Merge(into, other)
	return http.StatusOK, into.ViewAll(t.Type), nil
}
