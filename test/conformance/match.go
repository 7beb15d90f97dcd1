package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// nearNow is the largest difference of a {time} from the clock.
const nearNow = 10 * time.Minute

// maxElapsed is the most that a {left N} may be below N, in seconds: a busy machine takes that long between two
// requests.
const maxElapsed = 10

// matcher compares JSON by structure and text by pattern. It collects faults, and captures into values.
type matcher struct {
	values *values
	faults []string
}

func (m *matcher) fault(path, format string, args ...any) {
	m.faults = append(m.faults, strings.TrimPrefix(path+": ", ": ")+fmt.Sprintf(format, args...))
}

// hole matches a placeholder for any value, as a whole string or inside one.
var hole = regexp.MustCompile(`\{(any|text|uuid|number|time|left [0-9]+)(?::([a-zA-Z][a-zA-Z0-9_]*))?\}`)

// holes are the patterns of placeholders inside a text.
var holes = map[string]string{
	"any": `(?s:.*?)`, "text": `(?s:.+?)`, "number": `-?[0-9]+(?:\.[0-9]+)?`,
	"uuid": `[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`,
	"time": `(?:[0-9]{13}|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z)`,
}

// patternOf returns the pattern of a kind of placeholder inside a text.
func patternOf(kind string) string {
	if most, found := strings.CutPrefix(kind, "left "); found {
		return strings.Join(countdown(most), "|")
	}
	return holes[kind]
}

// countdown returns the seconds that may be left of this many while a case runs, at least 1.
func countdown(most string) []string {
	n, err := strconv.Atoi(most)
	if err != nil {
		return nil
	}
	var left []string
	for i := n; i >= max(1, n-maxElapsed); i-- {
		left = append(left, strconv.Itoa(i))
	}
	return left
}

// body compares a whole body without placeholders to fill.
func (m *matcher) body(path, want, got string) {
	expected, err := decode(want)
	if err != nil {
		m.text(path, want, got)
		return
	}
	if text, isText := expected.(string); isText && text == "{any}" {
		return
	}
	actual, err := decode(got)
	if err != nil {
		m.fault(path, "invalid JSON (%v): %s", err, short(got))
		return
	}
	m.value(path, expected, actual)
}

// decode parses one JSON value and keeps the text of numbers.
func decode(text string) (any, error) {
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("more than one value")
	}
	return value, nil
}

// value compares JSON values.
func (m *matcher) value(path string, want, got any) {
	switch want := want.(type) {
	case map[string]any:
		if object, ok := got.(map[string]any); ok {
			m.object(path, want, object)
			return
		}
	case []any:
		if array, ok := got.([]any); ok && len(array) == len(want) {
			for i := range want {
				m.value(fmt.Sprintf("%s[%d]", path, i), want[i], array[i])
			}
			return
		}
	case string:
		m.string(path, want, got)
		return
	case json.Number:
		if number, ok := got.(json.Number); ok && sameNumber(want, number) {
			return
		}
	default:
		if reflect.DeepEqual(want, got) {
			return
		}
	}
	m.fault(path, "want %s, got %s", shortJSON(want), shortJSON(got))
}

func sameNumber(a, b json.Number) bool {
	x, errX := strconv.ParseFloat(string(a), 64)
	y, errY := strconv.ParseFloat(string(b), 64)
	return a == b || (errX == nil && errY == nil && x == y)
}

// more is the member that lets an expected object have others.
const more = "..."

func (m *matcher) object(path string, want, got map[string]any) {
	for _, name := range slices.Sorted(maps.Keys(want)) {
		value, found := got[name]
		switch {
		case name == more:
		case want[name] == any(absent):
			if found {
				m.fault(path+"."+name, "want none, got %s", shortJSON(value))
			}
		case !found:
			m.fault(path+"."+name, "want %s, got none", shortJSON(want[name]))
		default:
			m.value(path+"."+name, want[name], value)
		}
	}
	if _, open := want[more]; open {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if _, expected := want[name]; !expected {
			m.fault(path+"."+name, "unexpected %s", shortJSON(got[name]))
		}
	}
}

// string compares an expected string, which may be a placeholder for any value.
func (m *matcher) string(path, want string, got any) {
	part := hole.FindStringSubmatch(want)
	if part == nil || part[0] != want {
		if text, ok := got.(string); ok {
			m.text(path, want, text)
		} else {
			m.fault(path, "want %s, got %s", shortJSON(want), shortJSON(got))
		}
		return
	}
	if !m.fits(part[1], got) {
		m.fault(path, "want %s, got %s", want, shortJSON(got))
	}
	if part[2] != "" {
		m.values.capture(part[2], got)
	}
}

// fits reports whether a value matches the kind of placeholder.
func (m *matcher) fits(kind string, got any) bool {
	text, isText := got.(string)
	number, isNumber := got.(json.Number)
	if most, found := strings.CutPrefix(kind, "left "); found {
		return isNumber && slices.Contains(countdown(most), string(number))
	}
	switch kind {
	case "any":
		return true
	case "number":
		return isNumber
	case "time":
		return m.isNow(text) || (isNumber && m.isNow(string(number)))
	case "text":
		return isText && text != ""
	}
	return isText && regexp.MustCompile("^"+holes[kind]+"$").MatchString(text)
}

// isNow reports whether a text is a time near the clock.
func (m *matcher) isNow(text string) bool {
	at, err := time.Parse(time.RFC3339, text)
	if ms, numberErr := strconv.ParseFloat(text, 64); numberErr == nil {
		at, err = time.UnixMilli(int64(ms)), nil
	}
	return err == nil && at.Sub(m.values.now()).Abs() < nearNow
}

// text compares texts. Each placeholder matches a part.
func (m *matcher) text(path, want, got string) {
	if want == got {
		return
	}
	var pattern strings.Builder
	var names []string
	end := 0
	for _, at := range hole.FindAllStringSubmatchIndex(want, -1) {
		pattern.WriteString(regexp.QuoteMeta(want[end:at[0]]) + "(" + patternOf(want[at[2]:at[3]]) + ")")
		name := ""
		if at[4] >= 0 {
			name = want[at[4]:at[5]]
		}
		names, end = append(names, name), at[1]
	}
	pattern.WriteString(regexp.QuoteMeta(want[end:]))
	parts := regexp.MustCompile("^" + pattern.String() + "$").FindStringSubmatch(got)
	if parts == nil {
		m.fault(path, "want %s, got %s", shortJSON(want), shortJSON(got))
		return
	}
	for i, name := range names {
		if name != "" {
			m.values.capture(name, parts[i+1])
		}
	}
}

// shortBytes is the maximum length of a value in messages.
const shortBytes = 600

func short(text string) string {
	if len(text) > shortBytes {
		return text[:shortBytes] + fmt.Sprintf("… (%d bytes)", len(text))
	}
	return text
}

func shortJSON(value any) string { return short(wholeJSON(value)) }

func wholeJSON(value any) string {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return fmt.Sprint(value)
	}
	return strings.TrimSpace(b.String())
}
