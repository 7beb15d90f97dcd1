package records

import (
	"net/http"
	"strconv"

	"github.com/appsvc/svc/internal/crmsim/account"
	"github.com/appsvc/svc/internal/crmsim/api"
)

// listSchemas describes the custom object types. The object types of the app are not among them.
func (a *API) listSchemas(*api.Call) (int, any, *api.Error) {
	results := []any{}
	for _, kind := range a.Account.Types() {
		if kind.IsCustom {
			results = append(results, a.viewSchema(kind))
		}
	}
	return http.StatusOK, map[string]any{"results": results}, nil
}

// showSchema describes any object type.
func (a *API) showSchema(_ *api.Call, table *account.Table) (int, any, *api.Error) {
	return http.StatusOK, a.viewSchema(table.Type), nil
}

func (a *API) viewSchema(kind *account.ObjectType) map[string]any {
	properties, associations := []any{}, []any{}
	for _, name := range kind.PropertyNames(false) {
		properties = append(properties, a.viewProperty(kind, name, kind.Properties[name]))
	}
	for _, other := range a.Account.Types() {
		for _, one := range a.Account.AssociationTypes(kind, other) {
			associations = append(associations, map[string]string{
				"id": strconv.Itoa(one.ID), "name": one.Name, "fromObjectTypeId": kind.ID, "toObjectTypeId": other.ID,
			})
		}
	}
	fullName := kind.EnrolledName()
	if kind.IsCustom {
		fullName = kind.Aliases[0]
	}
	labels := map[string]string{"singular": account.Label(kind.Singular), "plural": account.Label(kind.Name)}
	return map[string]any{
		"id": kind.ID, "objectTypeId": kind.ID, "name": kind.Singular, "fullyQualifiedName": fullName, "labels": labels,
		"requiredProperties":   listed(kind.Required),
		"searchableProperties": listed(kind.Searchable), "properties": properties,
		"associations": associations, "archived": false,
	}
}

// listed returns a list that is never null in JSON.
func listed(names []string) []string { return append([]string{}, names...) }
