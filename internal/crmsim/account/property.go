package account

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/appsvc/svc/internal/crmsim/api"
)

// Property is one property of an object type.
type Property struct {
	Type string `json:"type"` // string, number, bool, enumeration, date, datetime
	// Options are the values of an enumeration. An enumeration without options accepts any value.
	Options []string `json:"options"`
	// Multiple allows several options, separated by semicolons.
	Multiple bool `json:"multiple"`
	ReadOnly bool `json:"readOnly"`
	Unique   bool `json:"unique"`

	// Definition is the definition of a property that the account added; nil for other properties.
	Definition *Definition `json:"-"`
}

// FieldType returns the form input of the property: the first that fits its type, unless the account defined one.
func (p Property) FieldType() string {
	switch {
	case p.Definition != nil:
		return *p.Definition.FieldType
	case p.Multiple:
		return "checkbox"
	}
	return cmp.Or(append(fieldTypes[p.Type], "text")...)
}

// IsOrdered reports whether values compare as numbers or times.
func (p Property) IsOrdered() bool {
	return p.Type == "number" || p.Type == "date" || p.Type == "datetime"
}

// Number returns the value of an ordered property as a number.
func (p Property) Number(text string) (float64, bool) {
	switch p.Type {
	case "number":
		n, err := strconv.ParseFloat(text, 64)
		return n, err == nil
	case "date", "datetime":
		at, ok := api.ParseTime(text)
		return float64(at.UnixMilli()), ok
	}
	return 0, false
}

// Compare orders two values of the property. Text compares without regard to case, options exactly.
func (p Property) Compare(a, b string) int {
	if x, ok := p.Number(a); ok {
		if y, ok := p.Number(b); ok {
			return cmp.Compare(x, y)
		}
	}
	if p.Type == "enumeration" {
		return cmp.Compare(a, b)
	}
	return cmp.Compare(strings.ToLower(a), strings.ToLower(b))
}

// Label returns a name as people read it: "Closed date" for "closed_date".
func Label(name string) string {
	words := strings.ReplaceAll(name, "_", " ")
	if words == "" {
		return ""
	}
	return strings.ToUpper(words[:1]) + words[1:]
}
