package records

import (
	"github.com/appsvc/svc/internal/crmsim/account"
	"github.com/appsvc/svc/internal/crmsim/api"
)

// viewProperty returns a property as the API shows it.
func (a *API) viewProperty(kind *account.ObjectType, name string, p account.Property) any {
	isAdded := p.Definition != nil
	view := map[string]any{
		"name": name, "type": p.Type, "fieldType": p.FieldType(), "label": account.Label(name), "description": "",
		"groupName": kind.Groups()[0].Name, "options": viewOptions(p), "displayOrder": -1,
		"calculated": p.FieldType() == "calculation_equation", "externalOptions": false, "hasUniqueValue": p.Unique,
		"hidden": false, "formField": !p.ReadOnly, "archived": false, "dataSensitivity": "non_sensitive",
		a.Account.VendorName() + "Defined": !isAdded && !kind.IsFromApp(),
		"modificationMetadata": map[string]any{
			"archivable": isAdded, "readOnlyDefinition": !isAdded, "readOnlyOptions": !isAdded, "readOnlyValue": p.ReadOnly,
		},
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
