package platform

import (
	"maps"
	"slices"
	"strings"
)

// customObjects is the word for custom and app objects in scopes: crm.objects.custom.read.
const customObjects = "custom"

// objectScopes are the object types with the scopes crm.objects.<plural>.read and .write.
var objectScopes = map[string]string{
	"contact": "contacts", "company": "companies", "deal": "deals", "ticket": "tickets", "product": "products",
	"line_item": "line_items", "quote": "quotes", "lead": "leads", "order": "orders", "cart": "carts",
	"invoice": "invoices", "subscription": "subscriptions", "user": "users",
}

// olderScopes are older scopes that cover an object type too.
var olderScopes = map[string]string{"ticket": "tickets", "product": "e-commerce", "line_item": "e-commerce"}

// activities are the object types that the scopes of contacts cover.
var activities = map[string]bool{"note": true, "task": true}

// ObjectScopes returns the scopes of which reading or writing records of a type needs one; nil if they are unknown.
// The access is "read" or "write". An app's own object type needs the scope of custom objects.
func ObjectScopes(objectType, access string, isAppObject bool) []string {
	return scopesOf("crm.objects.", objectType, access, isAppObject)
}

// SchemaScopes returns the scopes of which reading or changing the properties, pipelines and association labels of a
// type needs one; nil if they are unknown. Scopes of its records permit reading.
func SchemaScopes(objectType, access string, isAppObject bool) []string {
	scopes := scopesOf("crm.schemas.", objectType, access, isAppObject)
	if access == "read" {
		for _, scope := range ObjectScopes(objectType, access, isAppObject) {
			if strings.HasPrefix(scope, "crm.objects.") {
				scopes = append(scopes, scope)
			}
		}
	}
	return scopes
}

func scopesOf(prefix, objectType, access string, isAppObject bool) []string {
	custom := prefix + customObjects + "." + access
	name := objectTypeName(objectType)
	plural, known := objectScopes[name]
	switch {
	case activities[name]:
		name, plural = "contact", objectScopes["contact"]
	case !known && (isAppObject || IsCustomObjectType(objectType)):
		return []string{custom}
	case !known:
		return nil
	}
	scopes := []string{prefix + plural + "." + access}
	if older := olderScopes[name]; older != "" {
		scopes = append(scopes, older)
	}
	if isAppObject {
		scopes = append(scopes, custom)
	}
	return scopes
}

// HasObjectScopes reports whether an object type has scopes of its own. It accepts singular, plural and id.
func HasObjectScopes(objectType string) bool { return objectScopes[objectTypeName(objectType)] != "" }

// ScopedObject returns the object type, in the singular and in the plural, of a scope crm.objects.<plural>.read or
// .write; ok is false for other scopes.
func ScopedObject(scope string) (singular, plural string, ok bool) {
	parts := strings.Split(scope, ".")
	if len(parts) != 4 || parts[0] != "crm" || parts[1] != "objects" || parts[3] != "read" && parts[3] != "write" {
		return "", "", false
	}
	for name, plural := range objectScopes {
		if plural == parts[2] {
			return name, plural, true
		}
	}
	return "", "", false
}

// CoveredObjects returns the object types, in the singular, that the scopes of an object type cover.
func CoveredObjects(singular string) []string {
	covered := []string{singular}
	if singular == "contact" {
		covered = slices.AppendSeq(covered, maps.Keys(activities))
	}
	return covered
}

// objectTypeName returns an object type in the singular and in lower case.
func objectTypeName(objectType string) string {
	name := strings.ToLower(ObjectTypeOfID(objectType))
	if _, known := objectScopes[name]; known {
		return name
	}
	return Singular(name)
}
