package api

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/appsvc/svc/internal/platform"
)

// defaultPage is the number of entries on a page if the request sets no limit.
const defaultPage = 10

// PageSize reads the limit of a page, which is at most maximum.
func PageSize(text string, maximum int) (int, *Error) {
	if text == "" {
		return defaultPage, nil
	}
	limit, err := strconv.Atoi(text)
	if err != nil || limit < 1 || limit > maximum {
		return 0, Invalid("The limit %q is not valid: it must be a whole number from 1 to %d", text, maximum)
	}
	return limit, nil
}

// Cursor returns the pointer to the next page, without a link.
func Cursor(after string) map[string]any {
	return map[string]any{"next": map[string]any{"after": after}}
}

// Paging returns the pointer to the next page, with a link that has the query of the call.
func (c *Call) Paging(after string) map[string]any {
	query := c.Request.URL.Query()
	query.Set("after", after)
	link := url.URL{Scheme: "https", Host: c.Request.Host, Path: c.Request.URL.Path, RawQuery: query.Encode()}
	return map[string]any{"next": map[string]any{"after": after, "link": link.String()}}
}

// ListPage answers with one page of a list and its total. The cursor is the id of the next entry.
func ListPage[T any](c *Call, all []T, id func(T) string) (int, any, *Error) {
	query := c.Request.URL.Query()
	limit, err := PageSize(query.Get("limit"), platform.ListPage)
	if err != nil {
		return 0, nil, err
	}
	start := 0
	if after := query.Get("after"); after != "" {
		if start = slices.IndexFunc(all, func(entry T) bool { return id(entry) == after }); start < 0 {
			return 0, nil, Invalid("The 'after' value %q is not a cursor of this list", after)
		}
	}
	end := min(start+limit, len(all))
	answer := map[string]any{"total": len(all), "results": append([]T{}, all[start:end]...)}
	if end < len(all) {
		answer["paging"] = c.Paging(id(all[end]))
	}
	return http.StatusOK, answer, nil
}
