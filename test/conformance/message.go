// This file reads the form that requests and responses share: a first line, headers, an empty line, a body.

package conformance

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// message is a section with a first line, headers and a body.
type message struct {
	first   string
	headers []header
	body    string
	// hasBody tells an empty body from one that is not spoken of.
	hasBody bool
}

type header struct{ name, value string }

// absent stands for a header or a member that must not be there.
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

// dropComments takes away the lines before the first other one that begin with #.
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

// take removes the headers of the name, which steer the runner, and gives their values.
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

// takeOne removes a header that may be there once.
func (m *message) takeOne(name string) string {
	if values := m.take(name); len(values) > 0 {
		return values[0]
	}
	return ""
}

// number reads a header that is a whole number from 1.
func (m message) number(name string, otherwise int) (int, error) {
	text, found := m.header(name)
	if !found {
		return otherwise, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%s is %q: write a whole number from 1", name, text)
	}
	return n, nil
}

// takeDuration removes a header that is a time such as 50ms; 0 without it.
func (m *message) takeDuration(name string) (time.Duration, error) {
	text := m.takeOne(name)
	if text == "" {
		return 0, nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return 0, fmt.Errorf("%s is %q: write a time such as 50ms", name, text)
	}
	return d, nil
}
