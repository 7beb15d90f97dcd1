// This file keeps what the workers of one host tell it: log lines, records of invocations, uncaught throws.

package conformance

import (
	"encoding/json"
	"regexp"
	"strconv"
	"sync"
)

// event is one thing that a worker told its host.
type event struct {
	// kind is sectionLogs, sectionCheckpoint, sectionError or "crmCall".
	kind   string
	fields map[string]any
}

// journal collects events; it may be used from several goroutines.
type journal struct {
	mu     sync.Mutex
	events []event
	// noise are lines that are no events, such as what the engine itself reports.
	noise []string
}

// observationKinds are the kinds of events by the type of an observation.
var observationKinds = map[string]string{"invocation": sectionCheckpoint, "error": sectionError, "crmCall": "crmCall"}

// add takes one line: the JSON of a log line or of an observation, or something else.
func (j *journal) add(line string) {
	value, err := decode(line)
	fields, isObject := value.(map[string]any)
	j.mu.Lock()
	defer j.mu.Unlock()
	if err != nil || !isObject {
		j.noise = append(j.noise, line)
		return
	}
	if kind := observationKinds[text(fields["type"])]; kind != "" {
		j.events = append(j.events, event{kind, fields})
	} else if fields["level"] != nil && fields["message"] != nil {
		j.events = append(j.events, event{sectionLogs, fields})
	} else {
		j.noise = append(j.noise, line)
	}
}

// text is a JSON string, or "".
func text(value any) string {
	s, _ := value.(string)
	return s
}

// mark is a place in the journal.
func (j *journal) mark() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return len(j.events)
}

// since gives the events of a case from a mark on: not those of invocations for another case's portal,
// which may come late, nor of those that go on, which may be anybody's. Cases that run side by side get
// only those for their own.
func (j *journal) since(mark, number int, own bool) []event {
	j.mu.Lock()
	defer j.mu.Unlock()
	var events []event
	for _, e := range j.events[mark:] {
		switch of := j.caseOf(e); {
		case of == number, of == anyCase && !own:
			events = append(events, e)
		}
	}
	return events
}

const (
	// anyCase is for what names no portal.
	anyCase = -1
	// unknownCase is for what an invocation says before its record does.
	unknownCase = -2
)

// portalOrUnique finds the number that portals and {unique} are made of.
var portalOrUnique = regexp.MustCompile(`[0-9]{7,15}`)

// caseNumber is the number of the case that has a portal.
func caseNumber(portal string) int {
	if id, err := strconv.Atoi(portal); err == nil && id >= firstPortal {
		return (id - firstPortal) / portalsPerCase
	}
	return anyCase
}

// caseOf is the number of the case whose portal an event's invocation was for, by its record, or whose
// actor it is of.
func (j *journal) caseOf(e event) int {
	if e.fields["capabilityId"] == nil {
		return caseNumber(portalOrUnique.FindString(text(e.fields["worker"])))
	}
	for _, record := range j.events {
		if record.kind == sectionCheckpoint && record.fields["invocation"] == e.fields["invocation"] {
			portal, _ := record.fields["portalId"].(json.Number)
			return caseNumber(string(portal))
		}
	}
	return unknownCase
}

// logText is a log line as cases write it.
func (e event) logText() string {
	line := text(e.fields["level"]) + " " + text(e.fields["message"])
	if fields := e.fields["fields"]; fields != nil {
		line += " " + wholeJSON(fields)
	}
	return line
}
