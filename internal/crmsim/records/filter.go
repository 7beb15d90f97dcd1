package records

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/crmsim/account"
	"github.com/appsvc/svc/internal/crmsim/api"
	"github.com/appsvc/svc/internal/platform"
)

// filter is one condition of a search.
type filter struct {
	PropertyName string      `json:"propertyName"`
	Operator     string      `json:"operator"`
	Value        filterText  `json:"value"`
	HighValue    filterText  `json:"highValue"`
	Values       filterTexts `json:"values"`

	associated *account.ObjectType // of a filter on associations
}

// associationPrefix begins the property name of a filter on the associations with an object type:
// "associations.contact".
const associationPrefix = "associations."

// filterText is a value to compare with. Null is the same as a missing value.
type filterText struct {
	text  string
	isSet bool
}

func (v *filterText) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	v.isSet = true
	if json.Unmarshal(data, &v.text) != nil {
		v.text = string(data) // a number or a boolean, as written
	}
	return nil
}

type filterTexts []filterText

func (v filterTexts) contain(test func(string) bool) bool {
	return slices.ContainsFunc(v, func(t filterText) bool { return test(t.text) })
}

// check rejects a filter that the platform rejects.
func (f *filter) check(of *account.Account, kind *account.ObjectType) *api.Error {
	if other, is := strings.CutPrefix(f.PropertyName, associationPrefix); is {
		return f.checkAssociated(of, other)
	}
	property, known := kind.Properties[f.PropertyName]
	if !known {
		return unknownProperty(f.PropertyName)
	}
	takes, isOperator := platform.FilterTakes(f.Operator)
	if !isOperator {
		return api.Invalid("Invalid input JSON: operator %q is not one of %s", f.Operator,
			strings.Join(platform.FilterOperators(), ", "))
	}
	var required []filterText
	switch takes {
	case platform.OneValue:
		required = []filterText{f.Value}
	case platform.TwoValues:
		required = []filterText{f.Value, f.HighValue}
	case platform.ListValue:
		if len(f.Values) == 0 {
			return api.Invalid("operator %s requires values: property %q has none", f.Operator, f.PropertyName)
		}
		required = f.Values
	case platform.NoValue:
		if f.Value.isSet || len(f.Values) > 0 {
			return api.Invalid("operator %s on property %q takes no value", f.Operator, f.PropertyName)
		}
		return nil
	}
	for _, v := range required {
		if !v.isSet {
			return api.Invalid("operator %s on property %q requires a value", f.Operator, f.PropertyName)
		}
		if _, ok := property.Number(v.text); !ok && property.IsOrdered() {
			return api.Invalid("the value %q of the filter on property %q is not a %s", v.text, f.PropertyName, property.Type)
		}
	}
	return nil
}

// checkAssociated rejects a filter on associations that the platform rejects. It knows no associations with custom
// types.
func (f *filter) checkAssociated(of *account.Account, name string) *api.Error {
	other, err := of.Table(name)
	switch {
	case err != nil || other.Type.IsCustom || other.Type.IsFromApp():
		return unknownProperty(f.PropertyName)
	case f.Operator == "EQ" && f.Value.isSet:
		f.Values = filterTexts{f.Value}
	case f.Operator != "IN" || len(f.Values) == 0:
		return api.Invalid("a filter on %q takes the operator EQ with a value, or IN with values", f.PropertyName)
	}
	f.associated = other.Type
	return nil
}

// matches reports whether the record satisfies the filter. Negative operators match records without a value.
func (f filter) matches(kind *account.ObjectType, r *account.Record) bool {
	if f.associated != nil {
		return slices.ContainsFunc(r.LinksTo(f.associated), func(l account.Link) bool {
			return f.Values.contain(func(id string) bool { return id == l.To.ID })
		})
	}
	property := kind.Properties[f.PropertyName]
	value, isSet := r.Properties[f.PropertyName]
	compare := func(with string) int { return property.Compare(value, with) }
	equals := func(with string) bool { return compare(with) == 0 }
	isListed := func(with string) bool { return property.IsListed(value, with) }
	contains := func(pattern string) bool {
		return containsTokens(property.Folded(value), property.Folded(pattern))
	}
	switch f.Operator {
	case "HAS_PROPERTY":
		return isSet
	case "NOT_HAS_PROPERTY":
		return !isSet
	case "NEQ":
		return !isSet || !equals(f.Value.text)
	case "NOT_IN":
		return !isSet || !f.Values.contain(isListed)
	case "NOT_CONTAINS_TOKEN":
		return !isSet || !contains(f.Value.text)
	}
	if !isSet {
		return false
	}
	switch f.Operator {
	case "EQ":
		return equals(f.Value.text)
	case "GT":
		return compare(f.Value.text) > 0
	case "GTE":
		return compare(f.Value.text) >= 0
	case "LT":
		return compare(f.Value.text) < 0
	case "LTE":
		return compare(f.Value.text) <= 0
	case "BETWEEN":
		return compare(f.Value.text) >= 0 && compare(f.HighValue.text) <= 0
	case "IN":
		return f.Values.contain(isListed)
	default: // CONTAINS_TOKEN: check rejects other operators
		return contains(f.Value.text)
	}
}

// containsTokens reports whether every word of the pattern matches a word of the text; * matches any letters.
func containsTokens(text, pattern string) bool {
	words := tokens(text)
	for _, want := range tokens(pattern) {
		if !slices.ContainsFunc(words, func(word string) bool { return api.MatchWildcard(want, word) }) {
			return false
		}
	}
	return true
}

func unknownProperty(name string) *api.Error {
	e := api.Invalid("Property %q does not exist", name)
	context := map[string][]string{"propertyName": {name}}
	e.Details = []api.Detail{{Message: e.Message, Code: "PROPERTY_DOESNT_EXIST", Context: context}}
	return e
}
