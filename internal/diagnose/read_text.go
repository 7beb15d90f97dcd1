package diagnose

import (
	"strconv"
	"strings"

	"github.com/appsvc/svc/internal/lazyregexp"
)

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
