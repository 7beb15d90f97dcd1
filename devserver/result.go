// This file makes the result of an invocation from the worker's answer and what the runtime reported.

package devserver

import (
	"encoding/json"
	"maps"
	"net/http"
	"strings"

	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/project"
)

// Statuses of a Result: those of a handler, and those of an invocation that did not get that far.
const (
	StatusOK           = "ok"
	StatusFailContinue = "fail-continue"
	StatusFailStop     = "fail-stop"
	StatusRetryLater   = "retry-later"
	StatusBlock        = "block"
	StatusBackpressure = "backpressure" // the CRM budget was spent
	StatusError        = "error"        // an uncaught throw
	StatusTimeout      = "timeout"
	StatusRejected     = "rejected" // the input was refused, the handler did not run
)

// Result is how one invocation ended.
type Result struct {
	OK           bool              `json:"ok"` // the status is ok
	Worker       string            `json:"worker"`
	CapabilityID string            `json:"capabilityId"`
	Kind         string            `json:"kind"`
	Surface      Surface           `json:"surface"`
	Status       string            `json:"status"`
	HTTPStatus   int               `json:"httpStatus"` // 0 when the worker gave no answer in time
	Headers      map[string]string `json:"headers"`
	Body         json.RawMessage   `json:"body"`   // null when it is empty
	Output       json.RawMessage   `json:"output"` // what the handler gave back, as its surface carries it
	Logs         []LogLine         `json:"logs"`
	CRMCalls     []CRMCall         `json:"crmCalls"`
	DurationMs   float64           `json:"durationMs"`
	Effect       string            `json:"effect"`
	// Error is an error that the handler did not catch.
	Error *Thrown `json:"error,omitempty"`
}

// Thrown is an uncaught error with its way through the source.
type Thrown struct {
	Name    string  `json:"name"`
	Message string  `json:"message"`
	Stack   []Frame `json:"stack"`
}

// Frame is one line of a stack: a place in a file of the project or of a package.
type Frame struct {
	Function string `json:"function,omitempty"`
	File     string `json:"file"`
	Line     int    `json:"line"`
	Column   int    `json:"column"`
	// Own says that the file is the project's own.
	Own bool `json:"own"`
	// Span is the place with its end.
	Span diag.Span `json:"-"`
}

// frames reads the engine's text of a stack. The SDK's own frames are left out: they lead nowhere.
func frames(worker *project.Worker, stack string) []Frame {
	all := []Frame{}
	for _, f := range worker.Frames(stack) {
		if f.User || strings.HasPrefix(f.Span.File, "node_modules/") {
			all = append(all, Frame{
				Function: f.Function, File: f.Span.File, Line: f.Span.Line, Column: f.Span.Column, Own: f.User, Span: f.Span,
			})
		}
	}
	return all
}

// answer is what the worker answered.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// newResult starts from what is known without an answer.
func newResult(i Invocation) *Result {
	return &Result{
		Worker: i.Capability.Worker, CapabilityID: i.Capability.ID, Kind: i.Capability.Kind, Surface: i.Surface,
		Headers: map[string]string{}, Body: json.RawMessage("null"), Output: json.RawMessage("null"),
		Logs: []LogLine{}, CRMCalls: []CRMCall{},
	}
}

// take fills in the worker's answer.
func (r *Result) take(a answer, stateKey string) {
	r.HTTPStatus = a.status
	for name, values := range a.header {
		r.Headers[strings.ToLower(name)] = strings.Join(values, ", ")
	}
	switch {
	case json.Valid(a.body):
		r.Body = a.body
	case len(a.body) > 0:
		r.Body, _ = json.Marshal(string(a.body)) // text always marshals
	}
	r.Output = output(r.Body, stateKey)
}

// output is what the handler gave back, taken out of the surface's body.
func output(body json.RawMessage, stateKey string) json.RawMessage {
	var members struct {
		OutputFields map[string]json.RawMessage
		Output       json.RawMessage
		Result       json.RawMessage
		Results      []json.RawMessage
		Run          json.RawMessage
		Rows         json.RawMessage
	}
	if json.Unmarshal(body, &members) != nil {
		return json.RawMessage("null")
	}
	switch {
	case members.OutputFields != nil:
		fields := maps.Clone(members.OutputFields)
		delete(fields, stateKey)
		text, _ := json.Marshal(fields) // JSON values always marshal
		return text
	case members.Output != nil:
		return members.Output
	case members.Result != nil:
		return members.Result
	case len(members.Results) == 1:
		return members.Results[0]
	case members.Run != nil:
		return members.Run
	case members.Rows != nil:
		return json.RawMessage(`{"rows":` + string(members.Rows) + `}`)
	}
	return json.RawMessage("null")
}

// status is how the invocation ended, by the runtime's record of it; a request that was refused before
// there was one has none.
func status(e *ending) string {
	switch {
	case e == nil:
		return StatusRejected
	case e.Backpressure:
		return StatusBackpressure
	default:
		return e.Outcome
	}
}

// retryAfter is the number of seconds that the answer asks to wait; negative when it does not say.
func retryAfter(body json.RawMessage, header string, unitMs bool) float64 {
	var members struct {
		RetryAfterSeconds *float64
	}
	if json.Unmarshal(body, &members) == nil && members.RetryAfterSeconds != nil {
		return *members.RetryAfterSeconds
	}
	var seconds float64
	if json.Unmarshal([]byte(header), &seconds) != nil {
		return -1
	}
	if unitMs {
		return seconds / 1000
	}
	return seconds
}
