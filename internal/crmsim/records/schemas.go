package records

import (
	"net/http"

	"github.com/appsvc/svc/internal/crmsim/account"
	"github.com/appsvc/svc/internal/crmsim/api"
)

// listSchemas describes the custom object types. The object types of the app are not among them.
func (a *API) listSchemas(*api.Call) (int, any, *api.Error) {
	types, results := a.Account.Types(), []any{}
	for _, kind := range types {
		if !kind.IsCustom {
			continue
		}
		properties, associations := []any{}, []any{}
		for _, name := range kind.PropertyNames(false) {
			properties = append(properties, a.viewProperty(kind, name, kind.Properties[name]))
		}
		for _, other := range types {
			if len(a.Account.AssociationTypes(kind, other)) > 0 {
				associations = append(associations, map[string]string{"fromObjectTypeId": kind.ID, "toObjectTypeId": other.ID})
			}
		}
		results = append(results, map[string]any{
			"id": kind.ID, "objectTypeId": kind.ID, "name": kind.Name, "fullyQualifiedName": kind.Aliases[0],
			"labels":             map[string]string{"singular": account.Label(kind.Name), "plural": account.Label(kind.Name)},
			"requiredProperties": kind.Required, "searchableProperties": kind.Searchable, "properties": properties,
			"associations": associations, "archived": false,
		})
	}
	return http.StatusOK, map[string]any{"results": results}, nil
}
