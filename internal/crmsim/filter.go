// This file holds the filters of a search: what each operator needs and when it holds.

package crmsim

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// filter is one condition on one property.
type filter struct {
	PropertyName string      `json:"propertyName"`
	Operator     string      `json:"operator"`
	Value        filterText  `json:"value"`
	HighValue    filterText  `json:"highValue"`
	Values       filterTexts `json:"values"`

	towards *ObjectType // of a filter on associations
}

// associatedPrefix is what the name of a property begins with that stands for the records of a type that a record is
// associated with: "associations.contact".
const associatedPrefix = "associations."

// filterText is a value to compare with; null and a missing one are alike.
type filterText struct {
	text  string
	given bool
}

func (v *filterText) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	v.given = true
	if json.Unmarshal(data, &v.text) != nil {
		v.text = string(data) // a number or a boolean, as written
	}
	return nil
}

type filterTexts []filterText

func (v filterTexts) has(test func(string) bool) bool {
	return slices.ContainsFunc(v, func(t filterText) bool { return test(t.text) })
}

// check refuses a filter that the platform would refuse.
func (f *filter) check(s *Sim, kind *ObjectType) *apiError {
	if other, is := strings.CutPrefix(f.PropertyName, associatedPrefix); is {
		return f.checkAssociated(s.typeCalled(other))
	}
	property, known := kind.Properties[f.PropertyName]
	if !known {
		return unknownProperty(f.PropertyName)
	}
	var wanted []filterText
	switch f.Operator {
	case "EQ", "NEQ", "GT", "GTE", "LT", "LTE", "CONTAINS_TOKEN", "NOT_CONTAINS_TOKEN":
		wanted = []filterText{f.Value}
	case "BETWEEN":
		wanted = []filterText{f.Value, f.HighValue}
	case "IN", "NOT_IN":
		if len(f.Values) == 0 {
			return invalid("operator %s requires values: property %q has none", f.Operator, f.PropertyName)
		}
		wanted = f.Values
	case "HAS_PROPERTY", "NOT_HAS_PROPERTY":
		if f.Value.given || len(f.Values) > 0 {
			return invalid("operator %s on property %q takes no value", f.Operator, f.PropertyName)
		}
		return nil
	default:
		return invalid(
			"Invalid input JSON: operator %q is not one of BETWEEN, CONTAINS_TOKEN, EQ, GT, GTE, HAS_PROPERTY, IN, LT, LTE, NEQ, NOT_CONTAINS_TOKEN, NOT_HAS_PROPERTY, NOT_IN",
			f.Operator,
		)
	}
	for _, v := range wanted {
		if !v.given {
			return invalid("operator %s on property %q requires a value", f.Operator, f.PropertyName)
		}
		if _, ok := property.number(v.text); !ok && property.ordered() {
			return invalid("the value %q of the filter on property %q is not a %s", v.text, f.PropertyName, property.Type)
		}
	}
	return nil
}

// checkAssociated refuses a filter on associations that the platform would refuse.
func (f *filter) checkAssociated(other *ObjectType) *apiError {
	switch {
	case other == nil:
		return unknownProperty(f.PropertyName)
	case f.Operator == "EQ" && f.Value.given:
		f.Values = filterTexts{f.Value}
	case f.Operator != "IN" || len(f.Values) == 0:
		return invalid("a filter on %q takes the operator EQ with a value, or IN with values", f.PropertyName)
	}
	f.towards = other
	return nil
}

// holds reports whether the record satisfies the filter. The negative operators hold where there is no value.
func (f filter) holds(kind *ObjectType, r *record) bool {
	if f.towards != nil {
		return slices.ContainsFunc(r.links, func(l link) bool {
			return l.kind.To == f.towards.Name && !l.to.archived && f.Values.has(func(id string) bool { return id == l.to.id })
		})
	}
	property := kind.Properties[f.PropertyName]
	have, set := r.properties[f.PropertyName]
	against := func(value string) int { return property.compare(have, value) }
	equals := func(value string) bool { return against(value) == 0 }
	switch f.Operator {
	case "HAS_PROPERTY":
		return set
	case "NOT_HAS_PROPERTY":
		return !set
	case "NEQ":
		return !set || !equals(f.Value.text)
	case "NOT_IN":
		return !set || !f.Values.has(equals)
	case "NOT_CONTAINS_TOKEN":
		return !set || !containsToken(have, f.Value.text)
	}
	if !set {
		return false
	}
	switch f.Operator {
	case "EQ":
		return equals(f.Value.text)
	case "GT":
		return against(f.Value.text) > 0
	case "GTE":
		return against(f.Value.text) >= 0
	case "LT":
		return against(f.Value.text) < 0
	case "LTE":
		return against(f.Value.text) <= 0
	case "BETWEEN":
		return against(f.Value.text) >= 0 && against(f.HighValue.text) <= 0
	case "IN":
		return f.Values.has(equals)
	default: // CONTAINS_TOKEN: check has let no other pass
		return containsToken(have, f.Value.text)
	}
}

// ordered reports whether values compare as numbers or times.
func (p Property) ordered() bool {
	return p.Type == "number" || p.Type == "date" || p.Type == "datetime"
}

// number is the value of an ordered property as a number.
func (p Property) number(text string) (float64, bool) {
	switch p.Type {
	case "number":
		n, err := strconv.ParseFloat(text, 64)
		return n, err == nil
	case "date", "datetime":
		at, ok := parseTime(text)
		return float64(at.UnixMilli()), ok
	}
	return 0, false
}

// compare orders two values of the property. Text compares without regard to case, options exactly.
func (p Property) compare(a, b string) int {
	if x, ok := p.number(a); ok {
		if y, ok := p.number(b); ok {
			return cmp.Compare(x, y)
		}
	}
	if p.Type == "enumeration" {
		return cmp.Compare(a, b)
	}
	return cmp.Compare(strings.ToLower(a), strings.ToLower(b))
}

// tokens are the words of a text, in lower case.
func tokens(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '*' && r != '_'
	})
}

// containsToken reports whether every word of the pattern is a word of the text; a * stands for any letters.
func containsToken(text, pattern string) bool {
	words := tokens(text)
	for _, wanted := range tokens(pattern) {
		if !slices.ContainsFunc(words, func(word string) bool { return wildcard(wanted, word) }) {
			return false
		}
	}
	return true
}

// wildcard reports whether the word fits the pattern, where * stands for any letters.
func wildcard(pattern, word string) bool {
	parts := strings.Split(pattern, "*")
	first, last := parts[0], parts[len(parts)-1]
	if len(parts) == 1 {
		return pattern == word
	}
	if len(word) < len(first)+len(last) || !strings.HasPrefix(word, first) || !strings.HasSuffix(word, last) {
		return false
	}
	rest := word[len(first) : len(word)-len(last)]
	for _, part := range parts[1 : len(parts)-1] {
		_, after, found := strings.Cut(rest, part)
		if !found {
			return false
		}
		rest = after
	}
	return true
}

func unknownProperty(name string) *apiError {
	e := invalid("Property %q does not exist", name)
	e.errors = []detail{
		{Message: e.message, Code: "PROPERTY_DOESNT_EXIST", Context: map[string][]string{"propertyName": {name}}},
	}
	return e
}
