package conformance

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"sync"
)

// event is a log line, a record of an invocation or an uncaught error that a worker reported.
type event struct {
	// kind is sectionLogs, sectionCheckpoint, sectionError or "crmCall".
	kind   string
	fields map[string]any
}

// journal collects the events of one host. It is safe for concurrent use.
type journal struct {
	mu     sync.Mutex
	events []event
	// noise are other lines, such as messages of the engine.
	noise []string
	// owners are the cases by the invocations that their responses name.
	owners map[string]owner
	// recorded are the numbers of the cases by the invocations that have a record.
	recorded map[string]int
	// firsts are the positions of the first events of invocations.
	firsts map[string]int
}

// owner is the case of an invocation.
type owner struct {
	number int
	// aborted means that the response did not end. The oldest engine of the edge then does not end the invocation either.
	aborted bool
}

// invocationHeader names the invocation of a card's response, whose record may follow the response.
const invocationHeader = "X-Svc-Invocation"

// own notes that an invocation belongs to a case.
func (j *journal) own(invocation string, by owner) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.owners == nil {
		j.owners = map[string]owner{}
	}
	j.owners[invocation] = by
}

// unrecorded returns the invocations of a case whose responses have ended and that have no record yet.
func (j *journal) unrecorded(number int) []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	var open []string
	for invocation, by := range j.owners {
		if _, isRecorded := j.recorded[invocation]; by.number == number && !by.aborted && !isRecorded {
			open = append(open, invocation)
		}
	}
	slices.Sort(open)
	return open
}

// observationKinds maps the type of an observation to the kind of its event.
// Only the local host reports crmCall and failedInput.
var observationKinds = map[string]string{
	"invocation": sectionCheckpoint, "error": sectionError, "crmCall": "crmCall", "failedInput": "failedInput",
}

// add adds one line: the JSON of a log line or observation, or noise.
func (j *journal) add(line string) {
	value, err := decode(line)
	fields, isObject := value.(map[string]any)
	j.mu.Lock()
	defer j.mu.Unlock()
	if err != nil || !isObject {
		j.noise = append(j.noise, line)
		return
	}
	kind := observationKinds[text(fields["type"])]
	switch {
	case kind != "":
		j.record(kind, fields)
	case fields["level"] != nil && fields["message"] != nil:
		kind = sectionLogs
	default:
		j.noise = append(j.noise, line)
		return
	}
	j.first(text(fields["invocation"]))
	j.events = append(j.events, event{kind, fields})
}

// first notes the position of the next event as that of the first one of its invocation.
func (j *journal) first(invocation string) {
	if _, isKnown := j.firsts[invocation]; isKnown || invocation == "" {
		return
	}
	if j.firsts == nil {
		j.firsts = map[string]int{}
	}
	j.firsts[invocation] = len(j.events)
}

// record notes the case of an invocation that has a record now.
func (j *journal) record(kind string, fields map[string]any) {
	invocation := text(fields["invocation"])
	if _, isRecorded := j.recorded[invocation]; isRecorded || kind != sectionCheckpoint {
		return
	}
	if j.recorded == nil {
		j.recorded = map[string]int{}
	}
	portal, _ := fields["portalId"].(json.Number)
	j.recorded[invocation] = caseNumber(string(portal))
}

// text returns a JSON string, or "" for another value.
func text(value any) string {
	s, _ := value.(string)
	return s
}

// mark returns the current position in the journal.
func (j *journal) mark() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return len(j.events)
}

// since returns the events of a case after a mark. It leaves out invocations of another case, which may arrive late,
// those that had events before the mark, and those without a record, whose case is unknown. With own, as for concurrent
// cases, it also leaves out events without a portal.
func (j *journal) since(mark, number int, own bool) []event {
	j.mu.Lock()
	defer j.mu.Unlock()
	var events []event
	for _, e := range j.events[mark:] {
		switch of := j.caseOf(e); {
		case of == number, of == anyCase && !own && !j.isBefore(e, mark):
			events = append(events, e)
		}
	}
	return events
}

// isBefore reports whether the invocation of an event has events before a mark.
func (j *journal) isBefore(e event, mark int) bool {
	first, isKnown := j.firsts[text(e.fields["invocation"])]
	return isKnown && first < mark
}

const (
	// anyCase is for an event without a portal.
	anyCase = -1
	// unknownCase is for an invocation without a record yet.
	unknownCase = -2
)

// portalOrUnique matches the number in {portal} and {unique}.
var portalOrUnique = regexp.MustCompile(`[0-9]{7,15}`)

// caseNumber returns the number of the case with the portal.
func caseNumber(portal string) int {
	if id, err := strconv.Atoi(portal); err == nil && id >= firstPortal {
		return (id - firstPortal) / portalsPerCase
	}
	return anyCase
}

// caseOf returns the number of an event's case: by the response that named its invocation, by the portal in the
// record of its invocation, or by its actor.
func (j *journal) caseOf(e event) int {
	if by, named := j.owners[text(e.fields["invocation"])]; named {
		return by.number
	}
	if e.fields["capabilityId"] == nil {
		return caseNumber(portalOrUnique.FindString(text(e.fields["worker"])))
	}
	if number, isRecorded := j.recorded[text(e.fields["invocation"])]; isRecorded {
		return number
	}
	return unknownCase
}

// logText formats a log line as in a case.
func (e event) logText() string {
	line := text(e.fields["level"]) + " " + text(e.fields["message"])
	if fields := e.fields["fields"]; fields != nil {
		line += " " + wholeJSON(fields)
	}
	return line
}
