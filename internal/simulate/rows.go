package simulate

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/appsvc/svc/internal/lazyregexp"
)

// rowMark is the placeholder for the number of a row.
const rowMark = "{n}"

// HasRows reports whether a response has a list whose element can be repeated.
func HasRows(answer json.RawMessage) bool {
	_, found := manyRows(answer, 1)
	return found
}

// manyRows repeats the only element of each list with a rowMark n times, numbered from 1.
func manyRows(answer json.RawMessage, n int) (json.RawMessage, bool) {
	return repeated(answer, repeater{to: n})
}

func repeated(answer json.RawMessage, r repeater) (json.RawMessage, bool) {
	decoder := json.NewDecoder(bytes.NewReader(answer))
	decoder.UseNumber()
	var value any
	if decoder.Decode(&value) != nil {
		return answer, false
	}
	value, _ = r.walk(value)
	text, err := json.Marshal(value)
	if err != nil {
		return answer, false
	}
	return text, r.found
}

// repeater creates one page of rows.
type repeater struct {
	// from is the number of the last row before the page, to that of its last row.
	from, to int
	// next replaces nextMark; "" omits values with a nextMark.
	next  string
	found bool
}

// walk returns the value of the page; keep is false for an omitted one.
func (r *repeater) walk(value any) (paged any, keep bool) {
	switch value := value.(type) {
	case string:
		if strings.Contains(value, nextMark) {
			return strings.ReplaceAll(value, nextMark, r.next), r.next != ""
		}
	case map[string]any:
		for name, member := range value {
			if paged, keep := r.walk(member); keep {
				value[name] = paged
			} else {
				delete(value, name)
			}
		}
	case []any:
		if len(value) == 1 && isMarked(value[0]) {
			r.found = true
			return r.rows(value[0]), true
		}
		var list []any
		for _, element := range value {
			if paged, keep := r.walk(element); keep {
				list = append(list, paged)
			}
		}
		return append([]any{}, list...), true
	}
	return value, true
}

func (r *repeater) rows(model any) []any {
	rows := make([]any, max(0, r.to-r.from))
	for i := range rows {
		rows[i] = numbered(model, strconv.Itoa(r.from+i+1))
	}
	return rows
}

func isMarked(value any) bool {
	switch value := value.(type) {
	case string:
		return strings.Contains(value, rowMark)
	case []any:
		if slices.ContainsFunc(value, isMarked) {
			return true
		}
	case map[string]any:
		for _, member := range value {
			if isMarked(member) {
				return true
			}
		}
	}
	return false
}

// numbered returns a copy with the number in place of each mark.
func numbered(value any, number string) any {
	switch value := value.(type) {
	case string:
		return strings.ReplaceAll(value, rowMark, number)
	case []any:
		list := make([]any, len(value))
		for i, element := range value {
			list[i] = numbered(element, number)
		}
		return list
	case map[string]any:
		object := make(map[string]any, len(value))
		for name, member := range value {
			object[name] = numbered(member, number)
		}
		return object
	}
	return value
}

const (
	// nextMark is the placeholder for the cursor of the next page. Values with it are omitted from the last page.
	nextMark = "{next}"
	// cursorPrefix begins cursors.
	cursorPrefix = "svc-rows-after-"
	// defaultPage is the number of rows of a page if the request sets no limit; maxPage is the largest limit.
	defaultPage = 100
	maxPage     = 10_000
)

// cursorText finds the cursor in a request, in any place.
var cursorText = lazyregexp.New(cursorPrefix + `(\d{1,9})`)

// pages serves the rows of a source.
type pages struct {
	answer json.RawMessage
	rows   int
	// whole is the response without pages; nil with pages.
	whole []byte
}

func newPages(answer json.RawMessage, rows int) *pages {
	p := &pages{answer: answer, rows: rows}
	if !bytes.Contains(answer, []byte(nextMark)) {
		p.whole, _ = manyRows(answer, rows)
	}
	return p
}

// page returns the response to one request.
func (p *pages) page(r *http.Request) ([]byte, error) {
	if p.whole != nil {
		return p.whole, nil
	}
	found := cursorText().FindStringSubmatch(r.URL.RequestURI())
	if found == nil && r.Body != nil {
		body, err := io.ReadAll(r.Body) // from memory
		if err != nil {
			return nil, err
		}
		found = cursorText().FindStringSubmatch(string(body))
	}
	page := repeater{}
	if found != nil {
		page.from, _ = strconv.Atoi(found[1]) // nine digits fit into an int
	}
	page.to = min(page.from+pageSize(r), p.rows)
	if page.to < p.rows {
		page.next = cursorPrefix + strconv.Itoa(page.to)
	}
	text, _ := repeated(p.answer, page)
	return text, nil
}

// pageSize returns the number of rows that a request asks for.
func pageSize(r *http.Request) int {
	limit, err := strconv.Atoi(r.URL.Query().Get("limit"))
	if err != nil || limit < 1 || limit > maxPage {
		return defaultPage
	}
	return limit
}
