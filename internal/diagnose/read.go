// Package diagnose finds the rate limit that a response of the CRM is about, when it ends, and what to do (spec,
// Diagnosis rules). It does no IO.
//
// Start at Read, which accepts a response in the forms that tools print, and Diagnose.
package diagnose

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/appsvc/svc/internal/lazyregexp"
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

// metricPrefix begins the names of the runtime's log events about rate limits.
const metricPrefix = "crm_ratelimit_"

func decodeObject(text []byte) (map[string]any, bool) {
	var object map[string]any
	if json.NewDecoder(bytes.NewReader(text)).Decode(&object) != nil || object == nil {
		return nil, false
	}
	return object, true
}

// fromJSON reads a body, or an object with a body in it.
func (a *Answer) fromJSON(object map[string]any) {
	if event, ok := object["message"].(string); ok && strings.HasPrefix(event, metricPrefix) {
		a.fromMetric(event, object)
		return
	}
	if !isWrapped(object) {
		a.Body = object
		return
	}
	for _, name := range []string{"status", "statusCode", "code", "httpStatus"} {
		if n, ok := object[name].(float64); ok && isStatus(n) {
			a.Status = int(n)
			break
		}
	}
	a.Path = firstText(object, "path", "url")
	if headers, ok := object["headers"].(map[string]any); ok {
		a.headers(headers)
	}
	a.body(object["body"])
}

// isWrapped reports whether an object contains a response. The CRM's own body has neither headers nor a body.
func isWrapped(object map[string]any) bool {
	_, headers := object["headers"].(map[string]any)
	_, body := object["body"]
	return headers || body
}

// fromMetric reads an event of the log, whose fields are in `fields` or, in a flat log, in the event itself.
func (a *Answer) fromMetric(event string, line map[string]any) {
	a.Event = event
	fields, nested := line["fields"].(map[string]any)
	if !nested {
		fields = line
	}
	a.Body = map[string]any{}
	if n, ok := fields["status"].(float64); ok && isStatus(n) {
		a.Status = int(n)
	}
	if a.Path = firstText(fields, "path"); fields["endpointFamily"] == "search" && !a.isSearch() {
		a.Path += "/search"
	}
	if seconds, ok := fields["retryAfterSeconds"].(float64); ok {
		a.Body["retryAfterSeconds"] = seconds
	}
}

// headers reads values that are strings, numbers or lists of strings.
func (a *Answer) headers(from map[string]any) {
	for name, value := range from {
		if list, ok := value.([]any); ok && len(list) > 0 {
			value = list[0]
		}
		switch value := value.(type) {
		case string:
			a.Header[strings.ToLower(name)] = value
		case float64:
			a.Header[strings.ToLower(name)] = fmt.Sprintf("%.0f", value)
		}
	}
}

// body reads an object or its text.
func (a *Answer) body(value any) {
	switch value := value.(type) {
	case map[string]any:
		a.Body = value
	case string:
		if object, ok := decodeObject([]byte(value)); ok {
			a.Body = object
		}
	}
}

func firstText(object map[string]any, names ...string) string {
	for _, name := range names {
		if text, ok := object[name].(string); ok {
			return text
		}
	}
	return ""
}

func isStatus(n float64) bool { return n == math.Trunc(n) && n >= 100 && n <= 599 }

var (
	statusLine  = lazyregexp.New(`^HTTP/[\d.]+ (\d{3})\b`)
	requestLine = lazyregexp.New(`^(?:GET|POST|PUT|PATCH|DELETE) (\S+)(?: HTTP/[\d.]+)?$`)
	// clientCode begins an error message of the vendor's client, after the name of the error.
	clientCode = lazyregexp.New(`\bHTTP-Code: (\d{3})\b`)
	headerLine = lazyregexp.New(`^([A-Za-z0-9-]+):\s*(.*)$`)
)

// maxBodies is the number of lines that are tried as the start of a body.
const maxBodies = 8

// fromText reads line by line. It ignores lines in other forms, such as the notes of `curl -v`.
func (a *Answer) fromText(text string) {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	tries := maxBodies
	for i, line := range lines {
		line = strings.TrimSpace(line)
		sent := strings.HasPrefix(line, "> ")
		line = strings.TrimPrefix(strings.TrimPrefix(line, "> "), "< ")
		if found := requestLine().FindStringSubmatch(line); found != nil {
			a.Path = found[1]
			continue
		}
		if sent {
			continue // a header of the request
		}
		if line != "" && line[0] == '{' && tries > 0 {
			tries--
			if object, ok := decodeObject([]byte(strings.Join(lines[i:], "\n"))); ok {
				a.Body = object
				return
			}
		}
		a.line(line)
	}
	a.budgetMessage(text)
}

func (a *Answer) line(line string) {
	if found := statusLine().FindStringSubmatch(line); found != nil {
		a.Status, _ = strconv.Atoi(found[1])
		clear(a.Header) // of an earlier response: a redirect, or 100 Continue
		return
	}
	if found := clientCode().FindStringSubmatch(line); found != nil {
		a.Status, _ = strconv.Atoi(found[1])
		a.VendorClient = true
		return
	}
	found := headerLine().FindStringSubmatch(line)
	if found == nil {
		return
	}
	switch name, value := strings.ToLower(found[1]), found[2]; name {
	case "body": // these three are of the vendor's client
		a.body(unquoted(value))
	case "headers":
		if object, ok := decodeObject([]byte(value)); ok {
			a.headers(object)
		}
	case "message":
		a.message(value)
	default:
		a.Header[name] = value
	}
}

// message stores an error message, if the body is missing.
func (a *Answer) message(text string) {
	if a.Body == nil {
		a.Body = map[string]any{"message": text}
	}
}

// budgetMessage finds the message of an exhausted budget anywhere in the text.
func (a *Answer) budgetMessage(text string) {
	if found := budgetMessage().FindString(text); found != "" && a.Body == nil {
		a.Body = map[string]any{"message": found}
	}
}

// unquoted returns the value of a JSON string, or the text itself.
func unquoted(text string) string {
	if inner, err := strconv.Unquote(text); err == nil {
		return inner
	}
	return text
}
