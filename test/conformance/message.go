package conformance

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// message is a request or response: a first line, headers, an empty line and a body.
type message struct {
	first   string
	headers []header
	body    string
	// hasBody distinguishes an empty body from none.
	hasBody bool
}

type header struct{ name, value string }

// absent is the value of a header or member that must be missing.
const absent = "{absent}"

func parseMessage(text string) message {
	first, rest, _ := strings.Cut(text, "\n")
	m := message{first: strings.TrimSpace(first)}
	for rest != "" {
		line, more, found := strings.Cut(rest, "\n")
		rest = more
		if strings.TrimSpace(line) == "" {
			m.body, m.hasBody = strings.TrimSuffix(rest, "\n"), found && rest != ""
			break
		}
		name, value, _ := strings.Cut(line, ":")
		m.headers = append(m.headers, header{strings.TrimSpace(name), strings.TrimSpace(value)})
	}
	return m
}

// dropComments removes the lines at the start of a text that are empty or begin with #.
func dropComments(text string) string {
	for strings.HasPrefix(text, "#") || strings.HasPrefix(text, "\n") {
		_, text, _ = strings.Cut(text, "\n")
	}
	return text
}

// header gives the first header of the name, whatever its case.
func (m message) header(name string) (value string, found bool) {
	for _, h := range m.headers {
		if strings.EqualFold(h.name, name) {
			return h.value, true
		}
	}
	return "", false
}

// take removes the headers of the name, which steer the runner, and returns their values.
func (m *message) take(name string) []string {
	var values []string
	kept := m.headers[:0:0]
	for _, h := range m.headers {
		if strings.EqualFold(h.name, name) {
			values = append(values, h.value)
		} else {
			kept = append(kept, h)
		}
	}
	m.headers = kept
	return values
}

// takeOne removes a header and returns its first value.
func (m *message) takeOne(name string) string {
	if values := m.take(name); len(values) > 0 {
		return values[0]
	}
	return ""
}

// number parses a header that is a whole number from 1.
func (m message) number(name string, otherwise int) (int, error) {
	text, found := m.header(name)
	if !found {
		return otherwise, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("invalid %s %q: expected a whole number from 1", name, text)
	}
	return n, nil
}

// takeDuration removes a header that is a duration such as 50ms. Default: 0.
func (m *message) takeDuration(name string) (time.Duration, error) {
	text := m.takeOne(name)
	if text == "" {
		return 0, nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return 0, fmt.Errorf("invalid %s %q: expected a duration such as 50ms", name, text)
	}
	return d, nil
}
