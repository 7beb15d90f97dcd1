package conformance

import (
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// transportHeaders belong to the connection, not to the runtime.
var transportHeaders = []string{
	"Accept", "Accept-Encoding", "Accept-Language", "Connection", "Content-Length", "Date", "Host", "Keep-Alive",
	"Sec-Fetch-Mode", "Traceparent", "Transfer-Encoding", "User-Agent",
}

// differences lists the differences between two runs of a case. It ignores ids and times.
func differences(a, b *seen, c *caseFile) []string {
	concurrent := c.concurrent()
	var d []string
	for i := range max(len(a.answers), len(b.answers)) {
		if i >= len(a.answers) || i >= len(b.answers) {
			return append(d, fmt.Sprintf("%d answers against %d", len(a.answers), len(b.answers)))
		}
		d = append(d, differentAnswers(a.answers[i], b.answers[i], concurrent)...)
	}
	if c.AnswersOnly {
		return d
	}
	// Concurrent requests may arrive in any order.
	d = append(d, differentTexts("outbound", calls(a.calls), calls(b.calls), true)...)
	for _, kind := range []string{sectionLogs, sectionCheckpoint, sectionError} {
		d = append(d, differentTexts(kind, events(a, kind, concurrent), events(b, kind, concurrent), concurrent)...)
	}
	return d
}

func differentAnswers(a, b answered, concurrent bool) []string {
	if (a.err == nil) != (b.err == nil) || a.aborted != b.aborted {
		return []string{fmt.Sprintf("line %d: %s against %s", a.line, a.text(), b.text())}
	}
	if concurrent && len(a.want.first) > 0 {
		return nil // copies may be in another order, and each has met its expectation
	}
	var d []string
	if a.status != b.status {
		d = append(d, fmt.Sprintf("line %d: status %d against %d", a.line, a.status, b.status))
	}
	x, y := headers(a.headers), headers(b.headers)
	for _, name := range slices.Sorted(maps.Keys(merged(x, y))) {
		if _, free := a.want.header(name); !free && x[name] != y[name] {
			d = append(d, fmt.Sprintf("line %d: header %s: %q against %q", a.line, name, x[name], y[name]))
		}
	}
	if one, other := a.masked(), b.masked(); !reflect.DeepEqual(one, other) {
		d = append(d, fmt.Sprintf("line %d: body\n      %s\n      %s", a.line, shortJSON(one), shortJSON(other)))
	}
	return d
}

func merged(a, b map[string]string) map[string]string {
	all := maps.Clone(a)
	maps.Copy(all, b)
	return all
}

func headers(h http.Header) map[string]string {
	texts := map[string]string{}
	for name, values := range h {
		if !slices.Contains(transportHeaders, http.CanonicalHeaderKey(name)) {
			texts[strings.ToLower(name)] = plain(strings.Join(values, ", "))
		}
	}
	return texts
}

// masked returns the body without ids, times and the values that the case leaves open.
func (a answered) masked() any {
	if strings.TrimSpace(a.want.body) == "{any}" {
		return nil
	}
	got, err := decode(a.body)
	if err != nil {
		if a.want.hasBody && hole.MatchString(a.want.body) {
			return nil
		}
		return plain(a.body)
	}
	want, err := decode(a.want.body)
	if err != nil {
		want = nil
	}
	return mask(want, got)
}

// measured are the members with durations, which differ between any two runs.
var measured = []string{"latencyMs", "durationMs", "waitMs", "crmWaitMs", "retryAfterSeconds"}

// mask replaces the parts of a value that the expectation leaves open or that differ between any two runs.
func mask(want, got any) any {
	if text, isText := want.(string); isText && hole.MatchString(text) {
		return text
	}
	switch got := got.(type) {
	case map[string]any:
		object, _ := want.(map[string]any)
		result := map[string]any{}
		for name, value := range got {
			if slices.Contains(measured, name) {
				value = "~"
			}
			result[name] = mask(object[name], value)
		}
		if _, isText := got["stack"].(string); isText {
			result["stack"] = "~"     // the format depends on the engine
			delete(result, "sources") // the digests of the sources, which only the local host has
		}
		return result
	case []any:
		array, _ := want.([]any)
		result := make([]any, len(got))
		for i, value := range got {
			var w any
			if i < len(array) {
				w = array[i]
			}
			result[i] = mask(w, value)
		}
		return result
	case nil, bool:
		return got
	default:
		return plain(fmt.Sprint(got))
	}
}

// varying matches ids and times, which differ between any two runs.
var varying = regexp.MustCompile(
	holes["uuid"] + `|\b1[0-9]{12}(?:\.[0-9]+)?\b|\b[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z|\b[0-9a-f]{32,64}\b`,
)

func plain(text string) string { return varying.ReplaceAllString(text, "~") }

func calls(all []call) []string {
	var texts []string
	for _, c := range all {
		h := headers(c.headers)
		var lines []string
		for _, name := range slices.Sorted(maps.Keys(h)) {
			lines = append(lines, name+": "+h[name])
		}
		texts = append(texts, plain(c.method+" "+c.url+"\n"+strings.Join(lines, "\n")+"\n\n"+c.body))
	}
	return texts
}

// timed are the members of events that differ between any two runs. The fingerprint depends on the message,
// which is compared itself, and which may be the engine's own.
var timed = []string{"at", "invocation", "timestamp", "errorFingerprint"}

func events(s *seen, kind string, concurrent bool) []string {
	var texts []string
	for _, e := range s.events {
		if e.kind != kind {
			continue
		}
		fields := map[string]any{}
		for name, value := range e.fields {
			if !slices.Contains(timed, name) {
				fields[name] = value
			}
		}
		var want any
		if i := len(texts); !concurrent && i < len(s.wants[kind]) {
			want = s.wants[kind][i]
		}
		texts = append(texts, plain(wholeJSON(mask(want, fields))))
	}
	return texts
}

func differentTexts(kind string, a, b []string, anyOrder bool) []string {
	if anyOrder {
		slices.Sort(a)
		slices.Sort(b)
	}
	var d []string
	for i := range max(len(a), len(b)) {
		x, y := "(nothing)", "(nothing)"
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		if x != y {
			d = append(d, fmt.Sprintf("%s %d\n      %s\n      %s", kind, i+1, indent(x), indent(y)))
		}
	}
	return d
}

func indent(text string) string { return strings.ReplaceAll(short(text), "\n", "\n      ") }
