package associations

import (
	"cmp"
	"net/http"
	"strconv"
	"strings"

	"github.com/appsvc/svc/internal/crmsim/account"
	"github.com/appsvc/svc/internal/crmsim/api"
	"github.com/appsvc/svc/internal/lazyregexp"
)

var validLabelName = lazyregexp.New(`^[^-0-9][^-]*$`)

func (a *API) listLabels(_ *api.Call, p pair) (int, any, *api.Error) {
	return http.StatusOK, viewTypes(a.Account.AssociationTypes(p.from.Type, p.to.Type)), nil
}

func viewTypes(types []*account.AssociationType) any {
	results := []any{}
	for _, t := range types {
		results = append(results, t.View())
	}
	return map[string]any{"results": results}
}

// createLabel adds a label, and one for the other direction.
func (a *API) createLabel(c *api.Call, p pair) (int, any, *api.Error) {
	var in struct{ Name, Label, InverseLabel string }
	if err := c.Decode(&in); err != nil {
		return 0, nil, err
	}
	if in.Name == "" || in.Label == "" {
		return 0, nil, api.MissingFields("name", "label")
	}
	if !validLabelName().MatchString(in.Name) {
		return 0, nil, api.Invalid(
			"The association type name %q is not valid: it has no hyphens and does not begin with a digit", in.Name,
		)
	}
	from, to := p.from.Type, p.to.Type
	added := 0
	for _, t := range a.Account.AssociationTypes(from, to) {
		isAdded := t.Category == account.UserCategory
		if strings.EqualFold(t.Label, in.Label) || isAdded && t.Name == in.Name {
			return 0, nil, api.Invalid(
				"An association type between %s and %s named %q or labeled %q exists already", from.Name, to.Name, in.Name,
				in.Label,
			)
		}
		if isAdded {
			added++
		}
	}
	if added >= maxLabels {
		return 0, nil, api.Invalid(
			"There are %d association labels between %s and %s already, which is the most there can be", maxLabels, from.Name,
			to.Name,
		)
	}
	label := account.AssociationType{Name: in.Name, Label: in.Label, From: from.Name, To: to.Name}
	return http.StatusOK, viewTypes(a.Account.AddLabel(label, cmp.Or(in.InverseLabel, in.Label))), nil
}

// label returns a label that the account added between the object types.
func (a *API) label(p pair, id string) (*account.AssociationType, *api.Error) {
	number, _ := strconv.Atoi(id)
	for _, t := range a.Account.AssociationTypes(p.from.Type, p.to.Type) {
		if t.Category == account.UserCategory && t.ID == number {
			return t, nil
		}
	}
	return nil, api.NotFound(
		"Unknown association label %s of the account between %s and %s", id, p.from.Type.Name, p.to.Type.Name,
	)
}

func (a *API) updateLabel(c *api.Call) (int, any, *api.Error) {
	var in struct {
		ID           api.LooseNumber `json:"associationTypeId"`
		Label        string
		InverseLabel string
	}
	if err := c.Decode(&in); err != nil {
		return 0, nil, err
	}
	if in.ID == "" || in.Label == "" {
		return 0, nil, api.MissingFields("associationTypeId", "label")
	}
	p, err := a.pair(c)
	if err != nil {
		return 0, nil, err
	}
	t, err := a.label(p, string(in.ID))
	if err != nil {
		return 0, nil, err
	}
	t.Label = in.Label
	if back := a.Account.InverseAssociation(t); in.InverseLabel != "" && back != t {
		back.Label = in.InverseLabel
	}
	return http.StatusNoContent, nil, nil
}

// deleteLabel removes a label that associates no records.
func (a *API) deleteLabel(c *api.Call, p pair) (int, any, *api.Error) {
	t, err := a.label(p, c.PathValue("label"))
	if err != nil {
		return 0, nil, err
	}
	if a.Account.IsLabelUsed(t) {
		return 0, nil, api.Invalid("The label %q is in use: remove it from the associations that have it", t.Label)
	}
	a.Account.RemoveLabel(t)
	return http.StatusNoContent, nil, nil
}
