// This file knows the object types of the CRM.

package platform

import (
	"slices"
	"strings"
)

// standardObjectTypes are the CRM's own object types, in the singular.
var standardObjectTypes = []string{
	"contact", "company", "deal", "ticket", "product", "line_item", "quote", "order", "cart", "invoice", "payment",
	"subscription", "discount", "fee", "tax", "call", "email", "meeting", "note", "task", "communication", "postal_mail",
	"conversation", "feedback_submission", "goal_target", "lead", "user", "owner", "appointment", "course", "listing",
	"service", "marketing_event", "partner_client", "partner_service", "project", "contract",
}

// StandardObjectTypes are the CRM's own object types, in the singular.
func StandardObjectTypes() []string { return slices.Clone(standardObjectTypes) }

// StandardObjectType gives one of the CRM's own object types in the singular and lower case, and its id as it is;
// false for what is none. It takes singular or plural, in any case, or an id, which begins with "0-".
func StandardObjectType(name string) (string, bool) {
	if id, ok := strings.CutPrefix(name, "0-"); ok {
		return name, isNumber(id)
	}
	name = strings.ToLower(name)
	for _, form := range []string{name, Singular(name)} {
		if slices.Contains(standardObjectTypes, form) {
			return form, true
		}
	}
	return "", false
}

// IsCustomObjectType reports whether a text names a custom or app object of the portal: by its id ("2-123"), its full
// name ("p123_car", "a123_CAR") or its short one ("p_car").
func IsCustomObjectType(name string) bool {
	if id, ok := strings.CutPrefix(name, "2-"); ok {
		return isNumber(id)
	}
	owner, rest, found := strings.Cut(name, "_")
	if !found || owner == "" || rest == "" {
		return false
	}
	return owner == "p" || (owner[0] == 'p' || owner[0] == 'a') && isNumber(owner[1:])
}

// IsCRMObjectType reports whether a text names a type of the CRM: a standard one, or a custom one.
func IsCRMObjectType(name string) bool {
	_, standard := StandardObjectType(name)
	return standard || IsCustomObjectType(name)
}

// Singular undoes the plural of an object type: companies, taxes, contacts.
func Singular(name string) string {
	switch {
	case strings.HasSuffix(name, "ies"):
		return strings.TrimSuffix(name, "ies") + "y"
	case strings.HasSuffix(name, "xes"):
		return strings.TrimSuffix(name, "es")
	}
	return strings.TrimSuffix(name, "s")
}

func isNumber(text string) bool { return text != "" && isDigits(text) }
