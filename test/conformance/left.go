// This file checks what a case has left behind: outbound requests, logs, records, errors, stored state.

package conformance

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// checkLeft compares everything of one kind with the sections of that kind so far.
func (w *running) checkLeft(kind string) []string {
	switch kind {
	case sectionOutbound:
		return w.checkCalls()
	case sectionLogs:
		return w.checkLogs()
	}
	var wants []string
	for _, text := range w.expected[kind] {
		wants = append(wants, w.values.fill(text))
	}
	var got []event
	for _, e := range w.events() {
		if e.kind == kind {
			got = append(got, e)
		}
	}
	return pair(w.concurrent, len(wants), len(got),
		func(i, j int) []string { return w.checkRecord(wants[i], got[j]) },
		func(i int) string { return "missing " + short(wants[i]) },
		func(j int) string { return "not expected " + shortJSON(got[j].fields) })
}

// checkRecord compares the members that are named.
func (w *running) checkRecord(text string, got event) []string {
	m := &matcher{values: w.values}
	want, err := decode(text)
	fields, isObject := want.(map[string]any)
	if err != nil || !isObject {
		return []string{"the section is no JSON object"}
	}
	fields[more] = "{any}"
	m.value(got.kind, fields, got.fields)
	return m.faults
}

// pair brings wants and gots together: one by one, or in any order. It gives the complaints.
func pair(anyOrder bool, wants, gots int, faults func(i, j int) []string, missing, surplus func(int) string) []string {
	var complaints []string
	used := make([]bool, gots)
	for i := range wants {
		found := false
		var first []string
		for j := range gots {
			if used[j] || (!anyOrder && i != j) {
				continue
			}
			f := faults(i, j)
			if found = len(f) == 0; found {
				used[j] = true
				break
			}
			if first == nil {
				first = f
			}
			if !anyOrder {
				used[j] = true // the two belong together, and differ
			}
		}
		if !found && first != nil && !anyOrder {
			complaints = append(complaints, first...)
		} else if !found {
			complaints = append(complaints, append([]string{missing(i)}, first...)...)
		}
	}
	for j := range gots {
		if !used[j] {
			complaints = append(complaints, surplus(j))
		}
	}
	return complaints
}

// checkCalls compares the requests that reached the outside.
func (w *running) checkCalls() []string {
	var wants []message
	for _, text := range w.expected[sectionOutbound] {
		m := parseMessage(w.values.fill(text))
		times, err := m.number("Times", 1)
		if err != nil {
			return []string{err.Error()}
		}
		m.take("Times")
		for range times {
			wants = append(wants, m)
		}
	}
	got := w.calls()
	return pair(w.concurrent, len(wants), len(got),
		func(i, j int) []string { return w.checkCall(wants[i], got[j]) },
		func(i int) string { return "missing " + wants[i].first },
		func(j int) string {
			return fmt.Sprintf("not expected %s %s %s", got[j].method, got[j].url, short(got[j].body))
		})
}

func (w *running) checkCall(want message, got call) []string {
	m := &matcher{values: w.values}
	m.text("request", want.first, got.method+" "+got.url)
	for _, h := range want.headers {
		values := got.headers.Values(h.name)
		switch {
		case h.value == absent && len(values) > 0:
			m.fault("header "+h.name, "must not be there, and is %q", values)
		case h.value != absent:
			m.text("header "+h.name, h.value, strings.Join(values, ", "))
		}
	}
	if want.hasBody {
		m.body("body", want.body, got.body)
	}
	return m.faults
}

// wantedLogs are the expected lines so far.
func (w *running) wantedLogs() []string {
	var wants []string
	for _, text := range w.expected[sectionLogs] {
		for line := range strings.Lines(w.values.fill(text)) {
			if strings.TrimSpace(line) != "" {
				wants = append(wants, strings.TrimSpace(line))
			}
		}
	}
	return wants
}

func (w *running) checkLogs() []string {
	wants := w.wantedLogs()
	got := w.logs()
	return pair(w.concurrent, len(wants), len(got),
		func(i, j int) []string { return w.checkLog(wants[i], got[j]) },
		func(i int) string { return "missing: " + wants[i] },
		func(j int) string { return "not expected: " + got[j].logText() })
}

func (w *running) logs() []event {
	return slices.DeleteFunc(w.events(), func(e event) bool { return e.kind != sectionLogs })
}

// logFields finds the fields at the end of an expected line.
var logFields = regexp.MustCompile(`^(.*?)(?: (\{.*\}))?$`)

// splitLog takes an expected line apart: level and message, and the fields; nil for none.
func splitLog(line string) (string, any) {
	if parts := logFields.FindStringSubmatch(line); parts != nil {
		if fields, err := decode(parts[2]); err == nil {
			return parts[1], fields
		}
	}
	return line, nil
}

func (w *running) checkLog(want string, got event) []string {
	m := &matcher{values: w.values}
	line, fields := splitLog(want)
	switch {
	case fields != nil:
		m.value("fields", fields, got.fields["fields"])
	case got.fields["fields"] != nil:
		m.fault("fields", "want none, got %s", shortJSON(got.fields["fields"]))
	}
	m.text("log", line, text(got.fields["level"])+" "+text(got.fields["message"]))
	return m.faults
}

// stateLine is "<class> <actor> <key> = <JSON>"; the key may be a JSON string.
var stateLine = regexp.MustCompile(`^(\w+Actor) (\S+) ("(?:[^"\\]|\\.)*"|\S+) = (.+)$`)

func (w *running) checkStates(ctx context.Context, section string) []string {
	var faults []string
	w.seen.states = nil
	for line := range strings.Lines(w.values.fill(section)) {
		if line = strings.TrimSpace(line); line != "" {
			faults = append(faults, w.checkState(ctx, line)...)
		}
	}
	return faults
}

func (w *running) checkState(ctx context.Context, line string) []string {
	part := stateLine.FindStringSubmatch(line)
	if part == nil {
		return []string{fmt.Sprintf("%q is not <class> <actor> <key> = <JSON>", line)}
	}
	key := part[3]
	if strings.HasPrefix(key, `"`) {
		if err := json.Unmarshal([]byte(part[3]), &key); err != nil {
			return []string{fmt.Sprintf("%s is no key: %v", part[3], err)}
		}
	}
	all, err := w.state(ctx, w.c.App, part[1], part[2])
	if err != nil {
		return []string{err.Error()}
	}
	value, found := all[key]
	switch {
	case part[4] == absent && found:
		return []string{fmt.Sprintf("%s: must not be there, and is %s", key, short(value))}
	case part[4] == absent:
		return nil
	case !found:
		return []string{fmt.Sprintf("%s %s has no key %s; it has %s", part[1], part[2], key, keys(all))}
	}
	m := &matcher{values: w.values}
	m.body(key, part[4], value)
	if len(m.faults) == 0 {
		w.seen.states = append(w.seen.states, key)
	}
	return m.faults
}

func keys(all map[string]string) string {
	var names []string
	for name := range all {
		names = append(names, strconv.Quote(name))
	}
	slices.Sort(names)
	return short(strings.Join(names, " "))
}

// wait waits until every line of the section is true.
func (w *running) wait(ctx context.Context, s step) error {
	limit := w.patience
	text := s.text
	if first, rest, _ := strings.Cut(text, "\n"); strings.HasPrefix(first, "within ") {
		d, err := time.ParseDuration(strings.TrimSpace(strings.TrimPrefix(first, "within ")))
		if err != nil {
			return fmt.Errorf("%q: write within 20s", first)
		}
		limit, text = d, rest
	}
	return w.eventually(ctx, s, limit, func() []string {
		var faults []string
		for line := range strings.Lines(w.values.fill(text)) {
			if line = strings.TrimSpace(line); line != "" {
				faults = append(faults, w.holds(ctx, line)...)
			}
		}
		return faults
	})
}

// holds checks one line of a section wait.
func (w *running) holds(ctx context.Context, line string) []string {
	kind, rest, _ := strings.Cut(line, " ")
	still := []string{"still waiting for: " + line}
	switch kind {
	case sectionState:
		return w.checkState(ctx, rest)
	case sectionOutbound:
		for _, c := range w.calls() {
			m := &matcher{values: w.values}
			if m.text("", rest, c.method+" "+c.url); len(m.faults) == 0 {
				return nil
			}
		}
	case "log", sectionCheckpoint, sectionError:
		if w.told(kind, rest) > 0 {
			return nil
		}
	case "twice":
		if kind, rest, _ := strings.Cut(rest, " "); w.told(kind, rest) > 1 {
			return nil
		}
	default:
		return []string{fmt.Sprintf("wait knows outbound, state, log, checkpoint, error and twice, not %q", kind)}
	}
	return still
}

// told counts the events of the kind that are as they should be.
func (w *running) told(kind, want string) (count int) {
	for _, e := range w.events() {
		switch {
		case kind == "log" && e.kind == sectionLogs && len(w.checkLog(want, e)) == 0,
			kind == e.kind && kind != sectionLogs && len(w.checkRecord(want, e)) == 0:
			count++
		}
	}
	return count
}
