// This file reads what the runtime reports while it serves: log lines, calls of the CRM, errors, and how
// each invocation ended.

package devserver

import (
	"encoding/json"
	"maps"
	"net/http"
	"sync"

	"github.com/appsvc/svc/internal/project"
)

// LogLine is one line of a handler's log, or of its console.
type LogLine struct {
	At      float64         `json:"at"` // Unix milliseconds
	Level   string          `json:"level"`
	Message string          `json:"message"`
	Fields  json.RawMessage `json:"fields,omitempty"`
}

// CRMCall is one request that left for the CRM.
type CRMCall struct {
	Method string `json:"method"`
	Path   string `json:"path"` // with its query
	// Status is the answer's; nil when none came.
	Status     *int    `json:"status"`
	Family     string  `json:"family"` // "general" or "search": each has a budget of its own
	WaitMs     float64 `json:"waitMs"`
	DurationMs float64 `json:"durationMs"`
	At         float64 `json:"at"` // Unix milliseconds
}

// thrown is an error that user code did not catch, as the engine tells it.
type thrown struct {
	Name, Message, Stack string
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
	logs   []LogLine
	calls  []CRMCall
	thrown []thrown
	ending *ending
	// records are those of all invocations of the request: a batched action has several.
	records []invocationRecord
	// limited is how often the CRM has answered 429, by invocation.
	limited map[string]int
}

// uncaught is the first error that was not caught; nil when there was none.
func (o observed) uncaught(worker *project.Worker) *Thrown {
	if len(o.thrown) == 0 {
		return nil
	}
	t := o.thrown[0]
	return &Thrown{Name: t.Name, Message: t.Message, Stack: frames(worker, t.Stack)}
}

// recorder collects what a worker VM reports during one invocation. The VM's goroutine writes, another one reads.
type recorder struct {
	mu  sync.Mutex
	all observed
}

func (r *recorder) add(line LogLine) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all.logs = append(r.all.logs, line)
}

// seen is what there is so far. Its lists are never nil: they become JSON.
func (r *recorder) seen() observed {
	r.mu.Lock()
	defer r.mu.Unlock()
	return observed{
		logs: append([]LogLine{}, r.all.logs...), calls: append([]CRMCall{}, r.all.calls...),
		thrown: append([]thrown{}, r.all.thrown...), ending: r.all.ending,
		records: append([]invocationRecord{}, r.all.records...), limited: maps.Clone(r.all.limited),
	}
}

// observe takes an observation of the runtime.
func (r *recorder) observe(text string) error {
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
