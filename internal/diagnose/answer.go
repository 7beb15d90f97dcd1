// Package diagnose tells which rate limit of the CRM an answer is about, when that ends, and what to do
// (spec, Diagnosis rules). It is pure: texts in, sentences out.
//
// Start at Read, which takes an answer in any form in which people have one at hand, and Diagnose.
package diagnose

import (
	"bytes"
	"errors"
	"strings"
)

// Answer is what an upstream, or a worker, answered. What was not pasted is absent.
type Answer struct {
	Status int // 0 when unknown
	// Path is that of the request, when it is known; a search has a limit of its own.
	Path string
	// Header is by lower-case name.
	Header map[string]string
	Body   map[string]any
	// Event is set where the text is a metric of the log instead of an answer.
	Event string
	// VendorClient says that the text is the message of an error of the vendor's own client.
	VendorClient bool
}

// longestText is as much of a text as is read, in bytes: answers of the CRM that refuse are short.
const longestText = 1 << 20

// errNothing is about a text that has none of what an answer consists of.
var errNothing = errors.New("it has neither a status line, nor headers, nor a JSON body")

// Read takes an answer as text: as `curl -i` and `curl -v` print it, the JSON body alone, a JSON object with
// status, headers and body, the message of the vendor's client, or a line of the worker's log.
func Read(text []byte) (Answer, error) {
	text = bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\ufeff")))
	text = text[:min(len(text), longestText)]
	a := Answer{Header: map[string]string{}}
	if len(text) > 0 && text[0] == '{' {
		object, ok := decodeObject(text)
		if !ok {
			return a, errors.New("it begins like JSON and is none")
		}
		a.fromJSON(object)
	} else {
		a.fromText(string(text))
	}
	if a.Status == 0 && len(a.Header) == 0 && a.Body == nil {
		return a, errNothing
	}
	return a, nil
}

// isSearch tells whether the request was a search.
func (a Answer) isSearch() bool {
	path, _, _ := strings.Cut(a.Path, "?")
	return strings.HasSuffix(strings.TrimRight(path, "/"), "/search")
}

// text is a member of the body, "" when it is no text.
func (a Answer) text(name string) string {
	text, _ := a.Body[name].(string)
	return text
}
