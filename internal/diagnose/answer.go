// Package diagnose finds the rate limit that a response of the CRM is about, when it ends, and what to do (spec,
// Diagnosis rules). It does no IO.
//
// Start at Read, which accepts a response in the forms that tools print, and Diagnose.
package diagnose

import (
	"bytes"
	"errors"
	"strings"
)

// Answer is a response of the CRM or of a worker. Parts may be missing.
type Answer struct {
	Status int // 0 if unknown
	// Path is the path of the request, if known. Searches have a separate limit.
	Path string
	// Header has lower-case names.
	Header map[string]string
	Body   map[string]any
	// Event is the name of a metric of the log, if the text is one.
	Event string
	// VendorClient reports whether the text is an error message of the vendor's own client.
	VendorClient bool
}

// maxText is the number of bytes that are read. Responses with an error are short.
const maxText = 1 << 20

// errNoResponse reports a text without any part of a response.
var errNoResponse = errors.New("no status line, headers or JSON body found")

// Read reads a response as `curl -i` and `curl -v` print it, a JSON body alone, a JSON object with status, headers and
// body, an error message of the vendor's client, or a line of the worker's log.
func Read(text []byte) (Answer, error) {
	text = bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\ufeff")))
	text = text[:min(len(text), maxText)]
	a := Answer{Header: map[string]string{}}
	if len(text) > 0 && text[0] == '{' {
		object, ok := decodeObject(text)
		if !ok {
			return a, errors.New("the text is not valid JSON")
		}
		a.fromJSON(object)
	} else {
		a.fromText(string(text))
	}
	if a.Status == 0 && len(a.Header) == 0 && a.Body == nil {
		return a, errNoResponse
	}
	return a, nil
}

// isSearch reports whether the request was a search.
func (a Answer) isSearch() bool {
	path, _, _ := strings.Cut(a.Path, "?")
	return strings.HasSuffix(strings.TrimRight(path, "/"), "/search")
}

// text returns a string member of the body, or "".
func (a Answer) text(name string) string {
	text, _ := a.Body[name].(string)
	return text
}
