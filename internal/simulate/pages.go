package simulate

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strconv"

	"github.com/appsvc/svc/internal/lazyregexp"
)

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
