package served

import (
	"encoding/json"

	"github.com/appsvc/svc/internal/devserver"
)

// pastRun is a run of a capability, assembled from the observations of the runtime. The dashboard does the same
// (dashboard/src/run.ts).
type pastRun struct {
	runHead
	// Error is the uncaught error; "" for none.
	Error string `json:"error,omitempty"`
	// Request is the request of the run; nil if it had none.
	Request  *runRequest         `json:"request,omitempty"`
	CRMCalls []devserver.CRMCall `json:"crmCalls"`
	// Fetches are requests outside of the CRM.
	Fetches []runFetch `json:"fetches"`

	hasEnded bool
}

// runHead is what the runtime writes when a run has ended.
type runHead struct {
	Invocation   string  `json:"invocation"`
	Worker       string  `json:"worker"`
	CapabilityID string  `json:"capabilityId"`
	Kind         string  `json:"kind"`
	Surface      string  `json:"surface"`
	Portal       *int64  `json:"portalId"`
	At           float64 `json:"at"` // Unix milliseconds
	DurationMs   float64 `json:"durationMs"`
	Outcome      string  `json:"outcome"`
	HTTPStatus   int     `json:"httpStatus"`
	Backpressure bool    `json:"backpressure"`
	CRMWaitMs    float64 `json:"crmWaitMs"`
}

type runRequest struct {
	Method string `json:"method"`
	URL    string `json:"url"`
	// Body is JSON; empty if it is none, or too long to be kept.
	Body json.RawMessage `json:"body,omitempty"`
}

type runFetch struct {
	Method     string  `json:"method"`
	URL        string  `json:"url"`
	Status     *int    `json:"status"`
	DurationMs float64 `json:"durationMs"`
	At         float64 `json:"at"`
}

// runReader collects the runs of a history.
type runReader struct {
	order []string
	runs  map[string]*pastRun
	// pending are the fetches of requests whose run is not known yet, by request.
	pending map[int64][]runFetch
}

func newRunReader() *runReader {
	return &runReader{runs: map[string]*pastRun{}, pending: map[int64][]runFetch{}}
}

// runRecord has the members of records that decide where they belong.
type runRecord struct {
	Type, Invocation, Name, Message string
	Request                         int64
}

// read adds a document of the history. It passes over events.
func (r *runReader) read(text []byte) error {
	var document struct{ Record json.RawMessage }
	var record runRecord
	if json.Unmarshal(text, &document) != nil || json.Unmarshal(document.Record, &record) != nil {
		return nil
	}
	if record.Type == "fetch" {
		var fetch runFetch
		err := json.Unmarshal(document.Record, &fetch)
		r.pending[record.Request] = append(r.pending[record.Request], fetch)
		return err
	}
	if record.Invocation == "" {
		return nil // code that runs for no invocation
	}
	return r.add(r.of(record.Invocation), record, document.Record)
}

// of returns the run of an invocation.
func (r *runReader) of(invocation string) *pastRun {
	one := r.runs[invocation]
	if one == nil {
		one = &pastRun{CRMCalls: []devserver.CRMCall{}, Fetches: []runFetch{}}
		r.runs[invocation] = one
		r.order = append(r.order, invocation)
	}
	return one
}

// add adds a record to its run.
func (r *runReader) add(one *pastRun, record runRecord, text []byte) error {
	switch record.Type {
	case "invocation":
		one.hasEnded = true
		return json.Unmarshal(text, &one.runHead)
	case "crmCall":
		var call devserver.CRMCall
		err := json.Unmarshal(text, &call)
		one.CRMCalls = append(one.CRMCalls, call)
		return err
	case "error":
		one.Error = record.Name + ": " + record.Message
	case "request":
		one.Fetches = append(one.Fetches, r.pending[record.Request]...)
		delete(r.pending, record.Request)
		one.Request = &runRequest{}
		return json.Unmarshal(text, one.Request)
	}
	return nil
}

// ended returns the runs that have ended, in the order in which they appeared.
func (r *runReader) ended() []*pastRun {
	var all []*pastRun
	for _, invocation := range r.order {
		if one := r.runs[invocation]; one.hasEnded {
			all = append(all, one)
		}
	}
	return all
}
