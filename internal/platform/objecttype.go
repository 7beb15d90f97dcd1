package platform

import (
	"slices"
	"strings"
)

// standardObjectTypes are the object types of the CRM, in the singular.
var standardObjectTypes = []string{
	"contact", "company", "deal", "ticket", "product", "line_item", "quote", "order", "cart", "invoice", "payment",
	"subscription", "discount", "fee", "tax", "call", "email", "meeting", "note", "task", "communication", "postal_mail",
	"conversation", "feedback_submission", "goal_target", "lead", "user", "owner", "appointment", "course", "listing",
	"service", "marketing_event", "partner_client", "partner_service", "project", "contract", "commerce_payment", "goal",
	"campaign",
}

// StandardObjectTypes returns the object types of the CRM, in the singular.
func StandardObjectTypes() []string { return slices.Clone(standardObjectTypes) }

// StandardObjectType returns an object type of the CRM in the singular and lower case, and ids ("0-1") unchanged; ok is
// false for other types. It accepts singular and plural in any case.
func StandardObjectType(name string) (objectType string, ok bool) {
	if id, ok := strings.CutPrefix(name, "0-"); ok {
		return name, isNumber(id)
	}
	name = strings.ToLower(name)
	if slices.Contains(standardObjectTypes, name) {
		return name, true
	}
	singular := Singular(name)
	if isPlural := Plural(singular) == name || name == "postal_mails"; !isPlural {
		return "", false // such as companys, or contactss
	}
	return singular, slices.Contains(standardObjectTypes, singular)
}

// objectTypeIDs are the object types of the CRM with a known id.
var objectTypeIDs = map[string]string{
	"0-1": "contact", "0-2": "company", "0-3": "deal", "0-5": "ticket", "0-7": "product",
	"0-8": "line_item", "0-14": "quote", "0-18": "communication", "0-19": "feedback_submission", "0-27": "task",
	"0-35": "campaign", "0-46": "note", "0-47": "meeting", "0-48": "call", "0-49": "email", "0-53": "invoice",
	"0-54": "marketing_event", "0-69": "subscription", "0-74": "goal_target", "0-84": "discount", "0-85": "fee",
	"0-86": "tax", "0-101": "commerce_payment", "0-115": "user", "0-116": "postal_mail", "0-123": "order",
	"0-136": "lead", "0-142": "cart", "0-162": "service", "0-410": "course", "0-420": "listing", "0-421": "appointment",
	"0-970": "project",
}

// ObjectTypeOfID returns the object type of the CRM with an id, and other texts unchanged.
func ObjectTypeOfID(id string) string {
	if name, known := objectTypeIDs[id]; known {
		return name
	}
	return id
}

// IsCustomObjectType reports whether a name is that of a custom or app object of a portal: an id ("2-123"), a full name
// ("p123_car", "a123_CAR") or a short name ("p_car").
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

// IsCRMObjectType reports whether a name is that of a standard or custom object type.
func IsCRMObjectType(name string) bool {
	_, standard := StandardObjectType(name)
	return standard || IsCustomObjectType(name)
}

// Singular returns the singular of an object type, such as companies, taxes or contacts.
func Singular(name string) string {
	switch {
	case strings.HasSuffix(name, "ies"):
		return strings.TrimSuffix(name, "ies") + "y"
	case strings.HasSuffix(name, "xes"):
		return strings.TrimSuffix(name, "es")
	}
	return strings.TrimSuffix(name, "s")
}

// Plural returns the plural of an object type, as paths of the CRM's API name it. It is the inverse of Singular.
func Plural(name string) string {
	switch {
	case name == "postal_mail":
		return name // the path of the vendor's API
	case strings.HasSuffix(name, "y"):
		return strings.TrimSuffix(name, "y") + "ies"
	case strings.HasSuffix(name, "x"):
		return name + "es"
	}
	return name + "s"
}

func isNumber(text string) bool { return text != "" && isDigits(text) }
