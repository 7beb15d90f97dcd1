package account

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/appsvc/svc/internal/crmsim/api"
)

// CheckValues checks and normalizes the properties of a request. Values are strings, whatever their type. An empty
// string clears the property, which is nil in the result. The platform ignores null, so the result does not have it.
func (t *ObjectType) CheckValues(raw map[string]any) (map[string]*string, *api.Error) {
	values, issues := map[string]*string{}, []issue(nil)
	for _, name := range slices.Sorted(maps.Keys(raw)) {
		text, err := valueText(name, raw[name])
		if err != nil {
			return nil, err
		}
		property, known := t.Properties[name]
		var normal string
		var bad *issue
		switch {
		case !known:
			bad = newIssue("PROPERTY_DOESNT_EXIST", "Property %q does not exist", name)
		case property.ReadOnly:
			bad = newIssue("READ_ONLY_VALUE", "%q is a read only property; its value cannot be set.", name)
		case raw[name] == nil:
			continue
		case text == "":
			values[name] = nil
			continue
		default:
			if bad = property.checkOwner(text, !t.ofPortal); bad == nil {
				normal, bad = property.normalize(name, text)
			}
		}
		if bad != nil {
			bad.name, bad.value = name, text
			issues = append(issues, *bad)
			continue
		}
		values[name] = &normal
	}
	if len(issues) > 0 {
		return nil, invalidValues(issues)
	}
	return values, nil
}

// valueText returns the text of a JSON value. Numbers and booleans are accepted as text.
func valueText(name string, value any) (string, *api.Error) {
	switch v := value.(type) {
	case nil:
		return "", nil
	case string:
		return v, nil
	case json.Number:
		return v.String(), nil
	case bool:
		return strconv.FormatBool(v), nil
	default:
		return "", api.Invalid("Invalid input JSON: the value of property %q must be a string", name)
	}
}

func (p Property) normalize(name, text string) (string, *issue) {
	switch p.Type {
	case "number":
		if number, err := strconv.ParseFloat(text, 64); err != nil || math.IsNaN(number) || math.IsInf(number, 0) {
			return "", newIssue("INVALID_DOUBLE", "%s was not a valid number.", text)
		}
	case "bool":
		if text != "true" && text != "false" {
			return "", newIssue("INVALID_BOOLEAN", "%s was not a valid boolean.", text)
		}
	case "datetime":
		at, ok := api.ParseInstant(text)
		if !ok {
			return "", newIssue("INVALID_LONG", "%s was not a valid long.", text)
		}
		return api.Instant(at), nil
	case "date":
		at, ok := api.ParseInstant(text)
		if !ok || !at.Equal(at.Truncate(24*time.Hour)) {
			return "", newIssue("INVALID_DATE", "%s was not a valid date: dates are midnight UTC.", text)
		}
		return at.Format(time.DateOnly), nil
	case "enumeration":
		return text, p.checkOption(text)
	}
	if p.Type == "string" && utf8.RuneCountInString(text) > maxText {
		// The platform documents the limit, but not the code of the error.
		return "", newIssue("INVALID_LENGTH", "%s has more than %d characters.", name, maxText)
	}
	if name == "email" {
		address, ok := api.NormalizeEmail(text)
		if !ok {
			return "", &issue{code: "INVALID_EMAIL", message: api.InvalidEmail(text)}
		}
		return address, nil
	}
	return text, nil
}

func (p Property) checkOption(text string) *issue {
	chosen := []string{text}
	if p.Multiple {
		chosen = strings.Split(strings.Trim(text, ";"), ";")
	}
	for _, value := range chosen {
		if len(p.Options) > 0 && !slices.Contains(p.Options, value) {
			return newIssue(
				"INVALID_OPTION", "%s was not one of the allowed options: [%s]", value, strings.Join(p.Options, ", "),
			)
		}
	}
	return nil
}

// issue is an invalid property value.
type issue struct {
	name, value, code, message string
}

func newIssue(code, format string, args ...any) *issue {
	return &issue{code: code, message: fmt.Sprintf(format, args...)}
}

// invalidValues returns the platform's error for property values. It lists all issues, and repeats them as JSON in
// the message.
func invalidValues(issues []issue) *api.Error {
	type entry struct {
		IsValid       bool   `json:"isValid"`
		Message       string `json:"message"`
		Error         string `json:"error"`
		Name          string `json:"name"`
		PropertyValue string `json:"propertyValue"`
	}
	entries, details := []entry{}, []api.Detail{}
	for _, i := range issues {
		entries = append(entries, entry{Message: i.message, Error: i.code, Name: i.name, PropertyValue: i.value})
		context := map[string][]string{"propertyName": {i.name}}
		details = append(details, api.Detail{Message: i.message, Code: i.code, Context: context})
	}
	text, err := json.Marshal(entries)
	if err != nil {
		text = []byte("[]") // impossible: the entries are strings
	}
	e := api.Invalid("Property values were not valid: %s", text)
	e.Details = details
	return e
}
