package host

import (
	"context"
	"maps"
	"net/http"
	"slices"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/portal"
)

// schemaOf returns a portal's schema in the form of the emulated CRM.
func schemaOf(p *portal.Snapshot) (schema crmsim.Schema) {
	for _, name := range slices.Sorted(maps.Keys(p.Objects)) {
		object := p.Objects[name]
		kind := crmsim.ObjectType{
			Name: name, ID: object.ID, IsCustom: object.IsCustom(), Required: object.Required, Searchable: object.Searchable,
			Properties: map[string]crmsim.Property{},
		}
		if kind.IsCustom {
			kind.Aliases = []string{object.FullName, "p_" + name}
		}
		for property, of := range object.Properties {
			kind.Properties[property] = crmsim.Property{
				Type: of.Type, Options: of.Options, Multiple: of.Multiple, ReadOnly: of.ReadOnly, Unique: of.Unique,
			}
		}
		schema.Types = append(schema.Types, kind)
	}
	for _, a := range p.Associations {
		schema.Associations = append(schema.Associations, crmsim.AssociationType{
			Category: a.Category, ID: a.ID, Label: a.Label, From: a.From, To: a.To,
		})
	}
	return schema
}

// UnknownObjectType returns the object types of an account of the emulated CRM if it has none with a name.
func (h *Host) UnknownObjectType(portal int64, name string) (known []string, err error) {
	crm, err := h.crm()
	if err != nil {
		return nil, err
	}
	return crm.UnknownObjectType(portal, name), nil
}

// ObjectTypeName returns the name that an account of the emulated CRM has for an object type of the app, else the name
// itself.
func (h *Host) ObjectTypeName(portal int64, name string) (string, error) {
	crm, err := h.crm()
	if err != nil {
		return "", err
	}
	return crm.ObjectTypeName(portal, name), nil
}

// CRMRequest is a request to the API of the emulated CRM.
type CRMRequest struct {
	Portal int64
	Method string
	// Path begins with a slash, and may have a query.
	Path string
	Body []byte
}

// AskCRM sends a request to the emulated CRM as the account itself. It does not count against the limits of the app.
func (h *Host) AskCRM(ctx context.Context, ask CRMRequest) (status int, body []byte, err error) {
	r, err := http.NewRequestWithContext(ctx, ask.Method, h.origin.String()+ask.Path, nil)
	if err != nil {
		return 0, nil, err
	}
	crm, err := h.crm()
	if err != nil {
		return 0, nil, err
	}
	status, body = crm.Ask(ask.Portal, r, ask.Body)
	return status, body, nil
}
