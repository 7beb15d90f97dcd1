// This file checks and normalises property values, which are strings whatever their type.

package crmsim

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"net/http"
	"net/mail"
	"slices"
	"strconv"
	"strings"
	"time"
)

// checkValues reads the properties of a request; a nil value clears the property.
func (t *ObjectType) checkValues(raw map[string]any) (map[string]*string, *apiError) {
	values, issues := map[string]*string{}, []issue(nil)
	for _, name := range slices.Sorted(maps.Keys(raw)) {
		text, err := propertyText(name, raw[name])
		if err != nil {
			return nil, err
		}
		property, known := t.Properties[name]
		switch {
		case !known:
			issues = append(issues, issue{name, text, "PROPERTY_DOESNT_EXIST", fmt.Sprintf("Property %q does not exist", name)})
			continue
		case property.ReadOnly:
			issues = append(issues, issue{
				name, text, "READ_ONLY_VALUE", fmt.Sprintf("%q is a read only property; its value cannot be set.", name),
			})
			continue
		case text == "":
			values[name] = nil
			continue
		}
		normal, bad := property.normalise(name, text)
		if bad != nil {
			issues = append(issues, *bad)
			continue
		}
		values[name] = &normal
	}
	if len(issues) > 0 {
		return nil, badValues(issues)
	}
	return values, nil
}

// propertyText is the text of a value that JSON gave: numbers and booleans are taken as their text.
func propertyText(name string, value any) (string, *apiError) {
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
		return "", invalid("Invalid input JSON: the value of property %q must be a string", name)
	}
}

func (p Property) normalise(name, text string) (string, *issue) {
	switch p.Type {
	case "number":
		if number, err := strconv.ParseFloat(text, 64); err != nil || math.IsNaN(number) || math.IsInf(number, 0) {
			return "", &issue{name, text, "INVALID_DOUBLE", fmt.Sprintf("%s was not a valid number.", text)}
		}
	case "bool":
		if text != "true" && text != "false" {
			return "", &issue{name, text, "INVALID_BOOLEAN", fmt.Sprintf("%s was not a valid boolean.", text)}
		}
	case "datetime":
		at, ok := parseTime(text)
		if !ok {
			return "", &issue{name, text, "INVALID_LONG", fmt.Sprintf("%s was not a valid long.", text)}
		}
		return instant(at), nil
	case "date":
		at, ok := parseTime(text)
		if !ok || !at.Equal(at.Truncate(24*time.Hour)) {
			return "", &issue{name, text, "INVALID_DATE", fmt.Sprintf("%s was not a valid date: dates are midnight UTC.", text)}
		}
		return at.Format(time.DateOnly), nil
	case "enumeration":
		return p.normaliseOption(name, text)
	}
	if name == "email" {
		return normaliseEmail(text)
	}
	return text, nil
}

func (p Property) normaliseOption(name, text string) (string, *issue) {
	chosen := []string{text}
	if p.Multiple {
		chosen = strings.Split(strings.Trim(text, ";"), ";")
	}
	for _, value := range chosen {
		if len(p.Options) > 0 && !slices.Contains(p.Options, value) {
			message := fmt.Sprintf("%s was not one of the allowed options: [%s]", value, strings.Join(p.Options, ", "))
			return "", &issue{name, text, "INVALID_OPTION", message}
		}
	}
	return text, nil
}

// normaliseEmail checks an address; the platform keeps addresses in lower case.
func normaliseEmail(text string) (string, *issue) {
	address, err := mail.ParseAddress(text)
	if err != nil || address.Address != text || !strings.Contains(text[strings.LastIndex(text, "@"):], ".") {
		return "", &issue{"email", text, "INVALID_EMAIL", fmt.Sprintf("Email address %s is invalid", text)}
	}
	return strings.ToLower(text), nil
}

// parseTime reads a time as the platform does: milliseconds since 1970, or ISO 8601.
func parseTime(text string) (time.Time, bool) {
	if millis, err := strconv.ParseInt(text, 10, 64); err == nil {
		return time.UnixMilli(millis).UTC(), true
	}
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02T15:04", time.DateOnly} {
		if at, err := time.Parse(layout, text); err == nil {
			return at.UTC(), true
		}
	}
	return time.Time{}, false
}

// instant writes a time as property values have it: milliseconds only when there are any.
func instant(at time.Time) string {
	return at.UTC().Truncate(time.Millisecond).Format("2006-01-02T15:04:05.999Z")
}

// stamp writes a time as createdAt and updatedAt have it.
func stamp(at time.Time) string { return at.UTC().Format("2006-01-02T15:04:05.000Z") }

func isNumeric(id string) bool {
	return id != "" && strings.Trim(id, "0123456789") == ""
}

// decode reads the JSON body of a request into the value, numbers as they were written.
func (c *call) decode(into any) *apiError {
	dec := json.NewDecoder(bytes.NewReader(c.body))
	dec.UseNumber()
	if err := dec.Decode(into); err != nil {
		line, column := position(c.body, errorOffset(err, dec.InputOffset()))
		return &apiError{
			status:  http.StatusBadRequest,
			message: fmt.Sprintf("Invalid input JSON on line %d, column %d: %s", line, column, decodeFault(err)),
		}
	}
	if dec.More() {
		line, column := position(c.body, dec.InputOffset())
		return &apiError{
			status:  http.StatusBadRequest,
			message: fmt.Sprintf("Invalid input JSON on line %d, column %d: text after the value", line, column),
		}
	}
	return nil
}

// decodeFault says what is wrong with a body, without the names of our own types.
func decodeFault(err error) string {
	var kind *json.UnmarshalTypeError
	if !errors.As(err, &kind) {
		return err.Error()
	}
	if kind.Field == "" {
		return "an object is expected, not: " + kind.Value
	}
	return fmt.Sprintf("the field %q has the wrong type: %s", kind.Field, kind.Value)
}

// errorOffset is the byte before which the decoder stopped.
func errorOffset(err error, otherwise int64) int64 {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return max(syntax.Offset-1, 0)
	case errors.As(err, &kind):
		return max(kind.Offset-1, 0)
	}
	return otherwise
}

func position(text []byte, offset int64) (line, column int) {
	before := text[:min(int(offset), len(text))]
	return bytes.Count(before, []byte("\n")) + 1, len(before) - bytes.LastIndexByte(before, '\n')
}
