// This file answers a source page by page: a system that has many rows gives them so.

package simulate

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"strconv"
)

const (
	// nextMark stands for where the next page begins. What holds it is left out of the last page.
	nextMark = "{next}"
	// cursorLead begins the texts that stand for it.
	cursorLead = "svc-rows-after-"
	// usualPage is how many rows a page has when the request does not say so; mostPage is the most that it may ask for.
	usualPage = 100
	mostPage  = 10_000
)

// cursorText finds in a request where its page begins, however the source sends it.
var cursorText = regexp.MustCompile(cursorLead + `(\d{1,9})`)

// pages are the rows that a source is answered.
type pages struct {
	answer json.RawMessage
	rows   int
	// whole is the answer without pages; nil when there are any.
	whole []byte
}

func newPages(answer json.RawMessage, rows int) *pages {
	p := &pages{answer: answer, rows: rows}
	if !bytes.Contains(answer, []byte(nextMark)) {
		p.whole, _ = manyRows(answer, rows)
	}
	return p
}

// page answers one request.
func (p *pages) page(r *http.Request) ([]byte, error) {
	if p.whole != nil {
		return p.whole, nil
	}
	asked := cursorText.FindStringSubmatch(r.URL.RequestURI())
	if asked == nil && r.Body != nil {
		body, err := io.ReadAll(r.Body) // from memory
		if err != nil {
			return nil, err
		}
		asked = cursorText.FindStringSubmatch(string(body))
	}
	page := repeater{}
	if asked != nil {
		page.from, _ = strconv.Atoi(asked[1]) // nine digits fit
	}
	page.to = min(page.from+pageSize(r), p.rows)
	if page.to < p.rows {
		page.next = cursorLead + strconv.Itoa(page.to)
	}
	text, _ := repeated(p.answer, page)
	return text, nil
}

// pageSize is how many rows a request asks for.
func pageSize(r *http.Request) int {
	limit, err := strconv.Atoi(r.URL.Query().Get("limit"))
	if err != nil || limit < 1 || limit > mostPage {
		return usualPage
	}
	return limit
}
