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

// viewProperty returns a property as the API shows it.
func (a *API) viewProperty(kind *account.ObjectType, name string, p account.Property) any {
	isAdded := p.Definition != nil
	view := map[string]any{
		"name": name, "type": p.Type, "fieldType": p.FieldType(), "label": account.Label(name), "description": "",
		"groupName": kind.Groups()[0].Name, "options": viewOptions(p), "displayOrder": -1,
		"calculated": p.FieldType() == "calculation_equation", "externalOptions": p.Owner, "hasUniqueValue": p.Unique,
		"hidden": false, "formField": !p.ReadOnly, "archived": false, "dataSensitivity": "non_sensitive",
		a.Account.VendorName() + "Defined": !isAdded && !kind.IsFromApp(),
		"modificationMetadata": map[string]any{
			"archivable": isAdded, "readOnlyDefinition": !isAdded, "readOnlyOptions": !isAdded, "readOnlyValue": p.ReadOnly,
		},
	}
	if p.Owner {
		view["referencedObjectType"] = "OWNER"
	}
	if isAdded {
		showDefinition(view, p.Definition)
	}
	return view
}

// showDefinition overwrites defaults of a view with the account's definition.
func showDefinition(view map[string]any, d *account.Definition) {
	set(view, "label", d.Label)
	set(view, "fieldType", d.FieldType)
	set(view, "groupName", d.GroupName)
	set(view, "description", d.Description)
	set(view, "calculationFormula", d.CalculationFormula)
	set(view, "options", d.Options)
	set(view, "displayOrder", d.DisplayOrder)
	set(view, "formField", d.FormField)
	set(view, "hidden", d.Hidden)
	view["createdAt"], view["updatedAt"] = api.Stamp(d.Created), api.Stamp(d.Updated)
	if !d.ArchivedAt.IsZero() {
		view["archived"], view["archivedAt"] = true, api.Stamp(d.ArchivedAt)
	}
}

func set[T any](view map[string]any, name string, value *T) {
	if value != nil {
		view[name] = *value
	}
}

func viewOptions(p account.Property) []account.Option {
	options := []account.Option{}
	for i, value := range p.Options {
		options = append(options, account.Option{Label: account.Label(value), Value: value, DisplayOrder: i})
	}
	return options
}

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
