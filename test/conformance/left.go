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

// checkLeft compares all effects of one kind with the sections of that kind so far.
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
	return pairing{
		anyOrder: w.concurrent, wants: len(wants), gots: len(got),
		faults:  func(i, j int) []string { return w.checkRecord(wants[i], got[j]) },
		missing: func(i int) string { return "missing " + short(wants[i]) },
		surplus: func(j int) string { return "unexpected " + shortJSON(got[j].fields) },
	}.complaints()
}

// checkRecord compares the members that the section names.
func (w *running) checkRecord(text string, got event) []string {
	m := &matcher{values: w.values}
	want, err := decode(text)
	fields, isObject := want.(map[string]any)
	if err != nil || !isObject {
		return []string{"invalid section: expected a JSON object"}
	}
	fields[more] = "{any}"
	m.value(got.kind, fields, got.fields)
	return m.faults
}

// pairing assigns actual values to expected ones: in order, or in any order.
type pairing struct {
	anyOrder bool
	// wants and gots are the numbers of expected and actual values.
	wants, gots int
	// faults compares the i-th expected with the j-th actual value.
	faults func(i, j int) []string
	// missing and surplus describe a value without a partner.
	missing, surplus func(int) string
}

// complaints lists the differences.
func (p pairing) complaints() []string {
	var complaints []string
	used := make([]bool, p.gots)
	for i := range p.wants {
		found := false
		var first []string
		for j := range p.gots {
			if used[j] || (!p.anyOrder && i != j) {
				continue
			}
			f := p.faults(i, j)
			if found = len(f) == 0; found {
				used[j] = true
				break
			}
			if first == nil {
				first = f
			}
			if !p.anyOrder {
				used[j] = true // a pair that differs
			}
		}
		if !found && first != nil && !p.anyOrder {
			complaints = append(complaints, first...)
		} else if !found {
			complaints = append(complaints, append([]string{p.missing(i)}, first...)...)
		}
	}
	for j := range p.gots {
		if !used[j] {
			complaints = append(complaints, p.surplus(j))
		}
	}
	return complaints
}

// checkCalls compares the outbound requests.
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
	return pairing{
		anyOrder: w.concurrent, wants: len(wants), gots: len(got),
		faults:  func(i, j int) []string { return w.checkCall(wants[i], got[j]) },
		missing: func(i int) string { return "missing " + wants[i].first },
		surplus: func(j int) string {
			return fmt.Sprintf("unexpected %s %s %s", got[j].method, got[j].url, short(got[j].body))
		},
	}.complaints()
}

func (w *running) checkCall(want message, got call) []string {
	m := &matcher{values: w.values}
	m.text("request", want.first, got.method+" "+got.url)
	for _, h := range want.headers {
		values := got.headers.Values(h.name)
		switch {
		case h.value == absent && len(values) > 0:
			m.fault("header "+h.name, "want none, got %q", values)
		case h.value != absent:
			m.text("header "+h.name, h.value, strings.Join(values, ", "))
		}
	}
	if want.hasBody {
		m.body("body", want.body, got.body)
	}
	return m.faults
}

// wantedLogs returns the expected lines so far.
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
	return pairing{
		anyOrder: w.concurrent, wants: len(wants), gots: len(got),
		faults:  func(i, j int) []string { return w.checkLog(wants[i], got[j]) },
		missing: func(i int) string { return "missing: " + wants[i] },
		surplus: func(j int) string { return "unexpected: " + got[j].logText() },
	}.complaints()
}

func (w *running) logs() []event {
	return slices.DeleteFunc(w.events(), func(e event) bool { return e.kind != sectionLogs })
}

// logFields matches the fields at the end of an expected line.
var logFields = regexp.MustCompile(`^(.*?)(?: (\{.*\}))?$`)

// splitLog splits an expected line into level with message, and fields. No fields are nil.
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

// stateLine matches "<class> <actor> <key> = <JSON>". The key may be a JSON string.
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
		return []string{fmt.Sprintf("invalid line %q: expected <class> <actor> <key> = <JSON>", line)}
	}
	key := part[3]
	if strings.HasPrefix(key, `"`) {
		if err := json.Unmarshal([]byte(part[3]), &key); err != nil {
			return []string{fmt.Sprintf("invalid key %s: %v", part[3], err)}
		}
	}
	all, err := w.state(ctx, w.c.App, part[1], part[2])
	if err != nil {
		return []string{err.Error()}
	}
	value, found := all[key]
	switch {
	case part[4] == absent && found:
		return []string{fmt.Sprintf("%s: want none, got %s", key, short(value))}
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
			return fmt.Errorf("invalid line %q: expected a form such as within 20s", first)
		}
		limit, text = d, rest
	}
	return w.eventually(ctx, s, limit, func() []string {
		var faults []string
		for line := range strings.Lines(text) {
			if line = strings.TrimSpace(line); line == "" {
				continue
			}
			for _, copied := range w.copies(line) {
				faults = append(faults, w.holds(ctx, copied)...)
			}
		}
		return faults
	})
}

// copiesLine matches a line of wait that is to be true for each of several copies.
var copiesLine = regexp.MustCompile(`^(\d+) copies of (.*)$`)

// copies returns a line of a wait section, once for each copy, with its placeholders filled in.
func (w *running) copies(line string) []string {
	parts := copiesLine.FindStringSubmatch(line)
	if parts == nil {
		return []string{w.values.fill(line)}
	}
	number, _ := strconv.Atoi(parts[1]) // digits
	var lines []string
	for i := range number {
		lines = append(lines, w.values.with("i", strconv.Itoa(i)).fill(parts[2]))
	}
	return lines
}

// holds checks one line of a wait section.
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
		if w.matching(kind, rest) > 0 {
			return nil
		}
	case "twice":
		if kind, rest, _ := strings.Cut(rest, " "); w.matching(kind, rest) > 1 {
			return nil
		}
	default:
		return []string{
			fmt.Sprintf("invalid word %q of wait: expected outbound, state, log, checkpoint, error or twice", kind),
		}
	}
	return still
}

// matching counts the events of the kind that match.
func (w *running) matching(kind, want string) (count int) {
	for _, e := range w.events() {
		switch {
		case kind == "log" && e.kind == sectionLogs && len(w.checkLog(want, e)) == 0,
			kind == e.kind && kind != sectionLogs && len(w.checkRecord(want, e)) == 0:
			count++
		}
	}
	return count
}
