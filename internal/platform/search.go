package platform

import "slices"

// Limits of reads of the CRM's API, from the vendor's documentation. The emulated CRM enforces them.
const (
	ListPage         = 100 // entries of a page of records, and of most other lists
	SearchPage       = 200 // records of a page of a search
	AssociationsPage = 500 // associated records of a page
	SearchGroups     = 5   // groups of filters of a search
	GroupFilters     = 6   // filters of a group
	SearchFilters    = 18  // filters of a search, in all groups
	SearchSorts      = 1   // properties that order the results of a search
)

// FilterValues is what a filter of a search compares with.
type FilterValues uint8

const (
	OneValue  FilterValues = iota // value
	TwoValues                     // value and highValue
	ListValue                     // values, at least one
	NoValue                       // nothing
)

// filterOperator is an operator of a filter of a search.
type filterOperator struct {
	Name  string
	Takes FilterValues
}

// filterOperators are in the order of the vendor's error about an unknown one.
var filterOperators = [...]filterOperator{
	{"BETWEEN", TwoValues}, {"CONTAINS_TOKEN", OneValue}, {"EQ", OneValue}, {"GT", OneValue}, {"GTE", OneValue},
	{"HAS_PROPERTY", NoValue}, {"IN", ListValue}, {"LT", OneValue}, {"LTE", OneValue}, {"NEQ", OneValue},
	{"NOT_CONTAINS_TOKEN", OneValue}, {"NOT_HAS_PROPERTY", NoValue}, {"NOT_IN", ListValue},
}

// FilterOperators returns the names of the operators of filters.
func FilterOperators() []string {
	names := make([]string, len(filterOperators))
	for i := range filterOperators {
		names[i] = filterOperators[i].Name
	}
	return names
}

// FilterTakes returns what an operator of a filter compares with. known is false if no operator has the name.
func FilterTakes(operator string) (takes FilterValues, known bool) {
	isNamed := func(o filterOperator) bool { return o.Name == operator }
	at := slices.IndexFunc(filterOperators[:], isNamed)
	if at < 0 {
		return 0, false
	}
	return filterOperators[at].Takes, true
}
