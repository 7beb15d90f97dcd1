package records

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/appsvc/svc/internal/crmsim/account"
	"github.com/appsvc/svc/internal/crmsim/api"
	"github.com/appsvc/svc/internal/platform"
)

// Limits of one search, from the platform's documentation. Those that svc check knows, too, are in package platform.
const (
	maxSearchResults = 10_000 // records that can be paged through
	maxSearchBody    = 3_000  // characters of the request body
)

// filterGroup is conditions that a record must all satisfy.
type filterGroup struct {
	Filters []filter `json:"filters"`
}

// searchRequest is the body of a search. Numbers may be given as text.
type searchRequest struct {
	FilterGroups []filterGroup `json:"filterGroups"`
	// Filters is a group beside the list of them, in which the platform's documentation gives a single one.
	Filters    []filter        `json:"filters"`
	Query      string          `json:"query"`
	Sorts      []sortOrder     `json:"sorts"`
	Properties []string        `json:"properties"`
	Limit      api.LooseNumber `json:"limit"`
	After      api.LooseNumber `json:"after"`
}

// sortOrder is a property to sort by: {propertyName, direction}, or the name, with a minus for descending order.
type sortOrder struct {
	property   string
	descending bool
}

func (s *sortOrder) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		s.property, s.descending = strings.CutPrefix(text, "-")
		return nil
	}
	var object struct{ PropertyName, Direction string }
	if err := json.Unmarshal(data, &object); err != nil {
		return err
	}
	switch object.Direction {
	case "", "ASCENDING", "DESCENDING":
	default:
		return fmt.Errorf("the direction %q is not one of ASCENDING, DESCENDING", object.Direction)
	}
	s.property, s.descending = object.PropertyName, object.Direction == "DESCENDING"
	return nil
}

func (a *API) search(c *api.Call, t *account.Table) (int, any, *api.Error) {
	if utf8.RuneCount(c.Body) > maxSearchBody {
		return 0, nil, api.Invalid("The request body is too long: a search has at most %d characters", maxSearchBody)
	}
	var in searchRequest
	if err := c.Decode(&in); err != nil {
		return 0, nil, err
	}
	if len(in.Filters) > 0 {
		in.FilterGroups = append(in.FilterGroups, filterGroup{in.Filters})
	}
	limit, after, err := in.page()
	if err != nil {
		return 0, nil, err
	}
	if err := in.check(a.Account, t.Type); err != nil {
		return 0, nil, err
	}
	found := a.find(c, t, &in)
	if len(in.Sorts) > 0 {
		in.Sorts[0].sort(t.Type, found)
	}
	page := found[min(after, len(found)):min(after+limit, len(found))]
	results := make([]any, 0, len(page))
	for _, r := range page {
		results = append(results, r.View(t.Type, in.Properties))
	}
	answer := map[string]any{"total": len(found), "results": results}
	if end := after + limit; end < len(found) {
		answer["paging"] = api.Cursor(strconv.Itoa(end))
	}
	return http.StatusOK, answer, nil
}

// find returns the records that a search finds. It reports those that the search index does not have yet.
func (a *API) find(c *api.Call, t *account.Table, in *searchRequest) (found []*account.Record) {
	missed := 0
	for _, r := range t.From(0) {
		indexed := a.indexed(c, t.Type, r)
		switch {
		case indexed != nil && in.finds(t.Type, indexed):
			found = append(found, indexed)
		case indexed != r && !r.Archived && in.finds(t.Type, r):
			missed++
		}
	}
	if missed > 0 && a.OnLateSearch != nil {
		a.OnLateSearch(t.Type.Name, missed)
	}
	return found
}

// finds reports whether a record has what the request searches for.
func (in *searchRequest) finds(kind *account.ObjectType, r *account.Record) bool {
	return in.matches(kind, r) && mentions(kind, r, in.Query)
}

// indexed returns the record as a search finds it, or nil.
func (a *API) indexed(c *api.Call, kind *account.ObjectType, r *account.Record) *account.Record {
	switch {
	case a.SearchLag > 0 && !c.IsCurrent:
		return r.AsOf(kind, a.Clock.Now().Add(-a.SearchLag))
	case r.Archived:
		return nil
	}
	return r
}

// page returns the page of the results that the request asks for.
func (in *searchRequest) page() (limit, after int, err *api.Error) {
	if limit, err = api.PageSize(string(in.Limit), platform.SearchPage); err != nil {
		return 0, 0, err
	}
	if in.After != "" {
		number, bad := strconv.Atoi(string(in.After))
		if bad != nil || number < 0 {
			return 0, 0, api.Invalid("The 'after' value %q is not a cursor of this search", in.After)
		}
		after = number
	}
	if after > maxSearchResults-limit {
		return 0, 0, api.Invalid(
			"Paging through more than %d results is not supported: 'after' %d and limit %d go beyond", maxSearchResults, after,
			limit,
		)
	}
	return limit, after, nil
}

// check rejects a search that exceeds a limit or names an unknown property.
func (in *searchRequest) check(of *account.Account, kind *account.ObjectType) *api.Error {
	if len(in.FilterGroups) > platform.SearchGroups {
		return api.Invalid(
			"A search has at most %d filterGroups; this one has %d", platform.SearchGroups, len(in.FilterGroups),
		)
	}
	if len(in.Sorts) > platform.SearchSorts {
		return api.Invalid("A search has at most %d sort; this one has %d", platform.SearchSorts, len(in.Sorts))
	}
	total := 0
	for _, group := range in.FilterGroups {
		if len(group.Filters) > platform.GroupFilters {
			return api.Invalid(
				"A filterGroup has at most %d filters; this one has %d", platform.GroupFilters, len(group.Filters),
			)
		}
		if total += len(group.Filters); total > platform.SearchFilters {
			return api.Invalid("A search has at most %d filters; this one has more", platform.SearchFilters)
		}
		for i := range group.Filters {
			if err := group.Filters[i].check(of, kind); err != nil {
				return err
			}
		}
	}
	for _, order := range in.Sorts {
		if _, known := kind.Properties[order.property]; !known {
			return unknownProperty(order.property)
		}
	}
	return nil
}

// matches reports whether the record satisfies all filters of a group. A search without groups matches all records.
func (in *searchRequest) matches(kind *account.ObjectType, r *account.Record) bool {
	for _, group := range in.FilterGroups {
		if !slices.ContainsFunc(group.Filters, func(f filter) bool { return !f.matches(kind, r) }) {
			return true
		}
	}
	return len(in.FilterGroups) == 0
}

// mentions reports whether each word of the query begins a word of a searchable property.
func mentions(kind *account.ObjectType, r *account.Record, query string) bool {
	for _, word := range tokens(strings.ToLower(query)) {
		begins := func(text string) bool { return strings.HasPrefix(text, word) }
		found := slices.ContainsFunc(kind.Searchable, func(name string) bool {
			value := strings.ToLower(r.Properties[name])
			return begins(value) || slices.ContainsFunc(tokens(value), begins)
		})
		if !found {
			return false
		}
	}
	return true
}

// tokens returns the words of a text.
func tokens(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '*' && r != '_'
	})
}

// sort orders the records. Records without the property come last in both directions.
func (s sortOrder) sort(kind *account.ObjectType, records []*account.Record) {
	property := kind.Properties[s.property]
	slices.SortStableFunc(records, func(a, b *account.Record) int {
		x, hasX := a.Properties[s.property]
		y, hasY := b.Properties[s.property]
		switch {
		case hasX && hasY && s.descending:
			return property.Compare(y, x)
		case hasX && hasY:
			return property.Compare(x, y)
		case hasX:
			return -1
		case hasY:
			return 1
		}
		return 0
	})
}
