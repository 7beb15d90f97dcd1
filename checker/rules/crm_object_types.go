// This file knows the object types of the CRM.

package rules

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

// isStandardObjectType reports whether a text names one of the CRM's own object types: singular or plural, in
// any case, or by its id, which begins with "0-".
func isStandardObjectType(name string) bool {
	if id, ok := strings.CutPrefix(name, "0-"); ok {
		return isNumber(id)
	}
	name = strings.ToLower(name)
	return slices.Contains(standardObjectTypes, name) || slices.Contains(standardObjectTypes, singular(name))
}

// isCRMObjectType reports whether a text names a type of the CRM: a standard one, or a custom one.
func isCRMObjectType(name string) bool { return isStandardObjectType(name) || isCustomObjectType(name) }

// isCustomObjectType reports whether a text names a custom or app object of the portal: by its id ("2-123"), its full
// name ("p123_car", "a123_CAR") or its short one ("p_car").
func isCustomObjectType(name string) bool {
	if id, ok := strings.CutPrefix(name, "2-"); ok {
		return isNumber(id)
	}
	owner, rest, found := strings.Cut(name, "_")
	if !found || owner == "" || rest == "" {
		return false
	}
	return owner == "p" || (owner[0] == 'p' || owner[0] == 'a') && isNumber(owner[1:])
}

// singular undoes the plural of an object type: companies, taxes, contacts.
func singular(name string) string {
	switch {
	case strings.HasSuffix(name, "ies"):
		return strings.TrimSuffix(name, "ies") + "y"
	case strings.HasSuffix(name, "xes"):
		return strings.TrimSuffix(name, "es")
	}
	return strings.TrimSuffix(name, "s")
}

func isNumber(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}
