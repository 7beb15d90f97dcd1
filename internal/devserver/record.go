package devserver

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/project"
)

// CRMCall is one request to the CRM.
type CRMCall struct {
	Method string `json:"method"`
	Path   string `json:"path"` // with its query
	// Status is the response's; nil without a response.
	Status     *int    `json:"status"`
	Family     string  `json:"family"` // "general" or "search": the CRM limits them separately
	WaitMs     float64 `json:"waitMs"`
	DurationMs float64 `json:"durationMs"`
	At         float64 `json:"at"` // Unix milliseconds
}

// thrown is an error that user code did not catch, in the engine's form.
type thrown struct {
	Name, Message, Stack string
	Invocation           string
	// CapabilityID is "" for an error of the runtime itself.
	CapabilityID string
}

// ending is how an invocation ended.
type ending struct {
	Outcome      string
	HTTPStatus   int
	Backpressure bool
	DurationMs   float64
}

// observed is what a recorder has collected.
type observed struct {
	logs   []host.LogLine
	calls  []CRMCall
	thrown []thrown
	ending *ending
	// records are those of all invocations of the request: a batched action has several.
	records []invocationRecord
	// limited counts the CRM's 429 responses by invocation.
	limited map[string]int
	// inputs are the redacted inputs of failed invocations, by invocation.
	inputs map[string]string
}

// uncaught returns the first error that was not caught; nil for none.
func (o observed) uncaught(worker *project.Worker) *Thrown {
	if len(o.thrown) == 0 {
		return nil
	}
	t := o.thrown[0]
	return &Thrown{Name: t.Name, Message: t.Message, Stack: frames(worker, t.Stack)}
}

// recorder is the host.Recorder of one invocation. It collects log lines, calls to the CRM, errors, and how the
// invocation ended. The VM's goroutine writes, another one reads.
type recorder struct {
	mu  sync.Mutex
	all observed
}

// Log implements host.Recorder.
func (r *recorder) Log(line host.LogLine) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all.logs = append(r.all.logs, line)
}

// seen returns what was collected so far. Its lists are never nil: they become JSON.
func (r *recorder) seen() observed {
	r.mu.Lock()
	defer r.mu.Unlock()
	return observed{
		logs: append([]host.LogLine{}, r.all.logs...), calls: append([]CRMCall{}, r.all.calls...),
		thrown: append([]thrown{}, r.all.thrown...), ending: r.all.ending,
		records: append([]invocationRecord{}, r.all.records...), limited: maps.Clone(r.all.limited),
		inputs: maps.Clone(r.all.inputs),
	}
}

// Observe implements host.Recorder.
func (r *recorder) Observe(text string) error {
	var kind struct{ Type, Invocation string }
	if err := json.Unmarshal([]byte(text), &kind); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	switch kind.Type {
	case "crmCall":
		var call CRMCall
		if err := json.Unmarshal([]byte(text), &call); err != nil {
			return err
		}
		r.all.calls = append(r.all.calls, call)
		if call.Status != nil && *call.Status == http.StatusTooManyRequests {
			if r.all.limited == nil {
				r.all.limited = map[string]int{}
			}
			r.all.limited[kind.Invocation]++
		}
	case "error", "actorError":
		var t thrown
		if err := json.Unmarshal([]byte(text), &t); err != nil {
			return err
		}
		r.all.thrown = append(r.all.thrown, t)
	case "failedInput":
		var failed struct{ Input string }
		if err := json.Unmarshal([]byte(text), &failed); err != nil {
			return err
		}
		if r.all.inputs == nil {
			r.all.inputs = map[string]string{}
		}
		r.all.inputs[kind.Invocation] = failed.Input
	case "invocation":
		var record invocationRecord
		if err := json.Unmarshal([]byte(text), &record); err != nil {
			return err
		}
		r.all.records = append(r.all.records, record)
		r.all.ending = &ending{}
		return json.Unmarshal([]byte(text), r.all.ending)
	}
	return nil
}

// invocationRecord is the runtime's record of an invocation, as far as a host.Entry needs it.
type invocationRecord struct {
	host.Entry
	Invocation   string
	PortalID     *int64
	Backpressure bool
}

func (r invocationRecord) spooled(crm429 int) host.SpooledEntry {
	s := host.SpooledEntry{Portal: host.NoPortal, Entry: r.Entry}
	if r.PortalID != nil {
		s.Portal = strconv.FormatInt(*r.PortalID, 10)
	}
	if r.Backpressure {
		s.Entry.Outcome = StatusBackpressure
	}
	s.Entry.CRM429 = crm429
	return s
}

// entries returns those of all invocations that were recorded.
func (o observed) entries(worker *project.Worker) []host.SpooledEntry {
	all := make([]host.SpooledEntry, len(o.records))
	for i, r := range o.records {
		all[i] = r.spooled(o.limited[r.Invocation])
		all[i].Entry.Failure = o.failure(worker, r.Invocation)
	}
	return all
}

// Lengths in bytes of the message and the stack of a failure that is kept.
const maxMessage, maxStack = 500, 4_000

// failure returns the last error that an invocation did not catch; nil for none.
func (o observed) failure(worker *project.Worker, invocation string) *host.Failure {
	for _, t := range slices.Backward(o.thrown) {
		if t.Invocation == invocation {
			stack, sources := host.MapStack(worker, t.Stack)
			return &host.Failure{
				Invocation: invocation, Name: t.Name, Message: cut(t.Message, maxMessage),
				Stack: cut(stack, maxStack), Sources: sources, Input: o.inputs[invocation],
			}
		}
	}
	return nil
}

// cut returns the start of a text as valid UTF-8.
func cut(text string, length int) string {
	if len(text) <= length {
		return text
	}
	return strings.ToValidUTF8(text[:length], "")
}
