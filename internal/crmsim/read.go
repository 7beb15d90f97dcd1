// This file answers reads: one record, and lists of them.

package crmsim

import (
	"net/http"
	"net/url"
	"strconv"
)

const (
	defaultPage = 10  // records of a page when the request does not say
	maxList     = 100 // records of a page of a list
)

func (c *call) get() (int, any, *apiError) {
	kind, records, err := c.objects()
	if err != nil {
		return 0, nil, err
	}
	r, err := c.find(kind, records)
	if err != nil {
		return 0, nil, err
	}
	view := r.view(kind, c.names("properties"))
	r.withHistory(view, kind, c.names("propertiesWithHistory"))
	if err := c.withAssociations(view, r); err != nil {
		return 0, nil, err
	}
	return http.StatusOK, view, nil
}

// find is the record that the path names, by id or by the unique property of the query's idProperty.
func (c *call) find(kind *ObjectType, records *table) (*record, *apiError) {
	id := c.params["id"]
	if by := c.request.URL.Query().Get("idProperty"); by != "" && by != kind.objectID {
		if !kind.Properties[by].Unique {
			return nil, invalid("idProperty %q is not a property with unique values", by)
		}
		if r := records.having(by, id); r != nil {
			return r, nil
		}
		return nil, notFound(id)
	}
	if c.request.Method == http.MethodGet && c.request.URL.Query().Get("archived") == "true" {
		if r := records.binned(id); r != nil {
			return r, nil
		}
		return nil, notFound(id)
	}
	if r := records.live(id); r != nil {
		return r, nil
	}
	return nil, notFound(id)
}

// list is a page of the records, by their ids.
func (c *call) list() (int, any, *apiError) {
	kind, records, err := c.objects()
	if err != nil {
		return 0, nil, err
	}
	query, most := c.request.URL.Query(), maxList
	if len(c.names("propertiesWithHistory")) > 0 {
		most = maxHistory
	}
	limit, err := pageSize(query.Get("limit"), most)
	if err != nil {
		return 0, nil, err
	}
	after := int64(0)
	if text := query.Get("after"); text != "" {
		number, bad := strconv.ParseInt(text, 10, 64)
		if bad != nil {
			return 0, nil, invalid("The 'after' value %q is not a cursor of this list", text)
		}
		after = number
	}
	archived, results, next := query.Get("archived") == "true", []any{}, ""
	for _, r := range records.from(after) {
		if r.archived != archived {
			continue
		}
		if len(results) == limit {
			next = r.id
			break
		}
		view := r.view(kind, c.names("properties"))
		r.withHistory(view, kind, c.names("propertiesWithHistory"))
		if err := c.withAssociations(view, r); err != nil {
			return 0, nil, err
		}
		results = append(results, view)
	}
	answer := map[string]any{"results": results}
	if next != "" {
		query.Set("after", next)
		answer["paging"] = c.paging(next, query)
	}
	return http.StatusOK, answer, nil
}

// paging is the way to the next page; query is that of its link, nil for none.
func (c *call) paging(after string, query url.Values) any {
	next := map[string]any{"after": after}
	if query != nil {
		next["link"] = (&url.URL{
			Scheme: "https", Host: c.request.Host, Path: c.request.URL.Path, RawQuery: query.Encode(),
		}).String()
	}
	return map[string]any{"next": next}
}

// pageSize reads a limit.
func pageSize(text string, most int) (int, *apiError) {
	if text == "" {
		return defaultPage, nil
	}
	limit, err := strconv.Atoi(text)
	if err != nil || limit < 1 || limit > most {
		return 0, invalid("The limit %q is not valid: it must be a whole number from 1 to %d", text, most)
	}
	return limit, nil
}
