// This file answers searches: their limits, sorting and paging. Filters are in filter.go.

package crmsim

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Limits of one search, from the platform's documentation.
const (
	maxSearchPage    = 200    // records of a page
	maxSearchResults = 10_000 // records that can be paged through
	maxSearchBody    = 3_000  // characters of the request body
	maxFilterGroups  = 5
	maxGroupFilters  = 6 // filters of one group
	maxFilters       = 18
	maxSorts         = 1
)

// searchRequest is the body of a search. Numbers may be given as text.
type searchRequest struct {
	FilterGroups []struct {
		Filters []filter `json:"filters"`
	} `json:"filterGroups"`
	Query      string      `json:"query"`
	Sorts      []sortOrder `json:"sorts"`
	Properties []string    `json:"properties"`
	Limit      looseNumber `json:"limit"`
	After      looseNumber `json:"after"`
}

// looseNumber is a number that may stand in quotes.
type looseNumber string

func (n *looseNumber) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) != nil {
		text = string(data)
	}
	if text == "null" {
		text = ""
	}
	*n = looseNumber(text)
	return nil
}

// sortOrder is a property to sort by: {propertyName, direction}, or its name with a minus for descending.
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
	s.property, s.descending = object.PropertyName, object.Direction == "DESCENDING"
	return nil
}

func (c *call) search() (int, any, *apiError) {
	kind, records, err := c.objects()
	if err != nil {
		return 0, nil, err
	}
	if utf8.RuneCount(c.body) > maxSearchBody {
		return 0, nil, invalid("The request body is too long: a search has at most %d characters", maxSearchBody)
	}
	var in searchRequest
	if err := c.decode(&in); err != nil {
		return 0, nil, err
	}
	limit, after, err := in.page()
	if err != nil {
		return 0, nil, err
	}
	if err := in.check(c.Sim, kind); err != nil {
		return 0, nil, err
	}
	var found []*record
	for _, r := range records.records {
		if r = c.indexed(kind, r); r != nil && in.matches(kind, r) && kind.mentions(r, in.Query) {
			found = append(found, r)
		}
	}
	if len(in.Sorts) > 0 {
		in.Sorts[0].sort(kind, found)
	}
	page := found[min(after, len(found)):min(after+limit, len(found))]
	results := make([]any, 0, len(page))
	for _, r := range page {
		results = append(results, r.view(kind, in.Properties))
	}
	answer := map[string]any{"total": len(found), "results": results}
	if end := after + limit; end < len(found) {
		answer["paging"] = c.paging(strconv.Itoa(end), nil)
	}
	return http.StatusOK, answer, nil
}

// page reads which part of the results is wanted.
func (in *searchRequest) page() (limit, after int, err *apiError) {
	if limit, err = pageSize(string(in.Limit), maxSearchPage); err != nil {
		return 0, 0, err
	}
	if in.After != "" {
		number, bad := strconv.Atoi(string(in.After))
		if bad != nil || number < 0 {
			return 0, 0, invalid("The 'after' value %q is not a cursor of this search", in.After)
		}
		after = number
	}
	if after > maxSearchResults-limit {
		return 0, 0, invalid(
			"Paging through more than %d results is not supported: 'after' %d and limit %d go beyond", maxSearchResults, after,
			limit,
		)
	}
	return limit, after, nil
}

// check holds the search to the platform's limits and to the type's properties.
func (in *searchRequest) check(s *Sim, kind *ObjectType) *apiError {
	if len(in.FilterGroups) > maxFilterGroups {
		return invalid("A search has at most %d filterGroups; this one has %d", maxFilterGroups, len(in.FilterGroups))
	}
	if len(in.Sorts) > maxSorts {
		return invalid("A search has at most %d sort; this one has %d", maxSorts, len(in.Sorts))
	}
	total := 0
	for _, group := range in.FilterGroups {
		if len(group.Filters) > maxGroupFilters {
			return invalid("A filterGroup has at most %d filters; this one has %d", maxGroupFilters, len(group.Filters))
		}
		if total += len(group.Filters); total > maxFilters {
			return invalid("A search has at most %d filters; this one has more", maxFilters)
		}
		for i := range group.Filters {
			if err := group.Filters[i].check(s, kind); err != nil {
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

// matches reports whether one of the groups holds: all its filters. No group holds for every record.
func (in *searchRequest) matches(kind *ObjectType, r *record) bool {
	for _, group := range in.FilterGroups {
		if !slices.ContainsFunc(group.Filters, func(f filter) bool { return !f.holds(kind, r) }) {
			return true
		}
	}
	return len(in.FilterGroups) == 0
}

// mentions reports whether each word of the query begins a word of a searchable property.
func (t *ObjectType) mentions(r *record, query string) bool {
	for _, word := range tokens(query) {
		found := slices.ContainsFunc(t.Searchable, func(name string) bool {
			value := strings.ToLower(r.properties[name])
			return strings.HasPrefix(value, word) || slices.ContainsFunc(
				tokens(value), func(have string) bool { return strings.HasPrefix(have, word) },
			)
		})
		if !found {
			return false
		}
	}
	return true
}

// sort puts the records in order; those without the property come last, whatever the direction.
func (s sortOrder) sort(kind *ObjectType, records []*record) {
	property := kind.Properties[s.property]
	slices.SortStableFunc(records, func(a, b *record) int {
		x, hasX := a.properties[s.property]
		y, hasY := b.properties[s.property]
		switch {
		case hasX && hasY && s.descending:
			return property.compare(y, x)
		case hasX && hasY:
			return property.compare(x, y)
		case hasX:
			return -1
		case hasY:
			return 1
		}
		return 0
	})
}
