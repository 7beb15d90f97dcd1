// This file reads answers as programs print them: status line, headers, body.

package diagnose

import (
	"regexp"
	"strconv"
	"strings"
)

var (
	statusLine  = regexp.MustCompile(`^HTTP/[\d.]+ (\d{3})\b`)
	requestLine = regexp.MustCompile(`^(?:GET|POST|PUT|PATCH|DELETE) (\S+)(?: HTTP/[\d.]+)?$`)
	// clientCode begins the message of an error of the vendor's client, behind the error's name.
	clientCode = regexp.MustCompile(`\bHTTP-Code: (\d{3})\b`)
	headerLine = regexp.MustCompile(`^([A-Za-z0-9-]+):\s*(.*)$`)
)

// mostBodies is how many lines are tried as the beginning of a body.
const mostBodies = 8

// fromText reads line by line; what fits no form, such as the notes of `curl -v`, is passed over.
func (a *Answer) fromText(text string) {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	tries := mostBodies
	for i, line := range lines {
		line = strings.TrimSpace(line)
		sent := strings.HasPrefix(line, "> ")
		line = strings.TrimPrefix(strings.TrimPrefix(line, "> "), "< ")
		if found := requestLine.FindStringSubmatch(line); found != nil {
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
	a.spokenBudget(text)
}

func (a *Answer) line(line string) {
	if found := statusLine.FindStringSubmatch(line); found != nil {
		a.Status, _ = strconv.Atoi(found[1])
		clear(a.Header) // of an answer before it: a redirect, or 100 Continue
		return
	}
	if found := clientCode.FindStringSubmatch(line); found != nil {
		a.Status, _ = strconv.Atoi(found[1])
		a.VendorClient = true
		return
	}
	found := headerLine.FindStringSubmatch(line)
	if found == nil {
		return
	}
	switch name, value := strings.ToLower(found[1]), found[2]; name {
	case "body": // of the vendor's client, like the two below
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

// message keeps what an error said, for answers whose body was not pasted.
func (a *Answer) message(text string) {
	if a.Body == nil {
		a.Body = map[string]any{"message": text}
	}
}

// spokenBudget finds the sentence of a spent budget wherever it stands.
func (a *Answer) spokenBudget(text string) {
	if found := budgetMessage.FindString(text); found != "" && a.Body == nil {
		a.Body = map[string]any{"message": found}
	}
}

// unquoted is the text that a JSON text holds, else the text itself.
func unquoted(text string) string {
	if inner, err := strconv.Unquote(text); err == nil {
		return inner
	}
	return text
}
