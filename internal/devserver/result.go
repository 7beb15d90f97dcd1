package devserver

import (
	"encoding/json"
	"maps"
	"net/http"
	"strings"

	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/project"
)

// Statuses of a Result.
const (
	StatusOK           = "ok"
	StatusFailContinue = "fail-continue"
	StatusFailStop     = "fail-stop"
	StatusRetryLater   = "retry-later"
	StatusBlock        = "block"
	StatusBackpressure = "backpressure" // the CRM's rate limits are exhausted
	StatusError        = "error"        // an uncaught throw
	StatusTimeout      = "timeout"
	StatusRejected     = "rejected"  // the input was rejected, the handler did not run
	StatusDuplicate    = "duplicate" // the trigger has handled the events before, the handler did not run
)

// Result is how one invocation ended.
type Result struct {
	OK           bool              `json:"ok"` // the status is ok
	Worker       string            `json:"worker"`
	CapabilityID string            `json:"capabilityId"`
	Kind         string            `json:"kind"`
	Surface      Surface           `json:"surface"`
	Status       string            `json:"status"`
	HTTPStatus   int               `json:"httpStatus"` // 0 without a response in time
	Headers      map[string]string `json:"headers"`
	Body         json.RawMessage   `json:"body"`   // null when empty
	Output       json.RawMessage   `json:"output"` // the handler's result, in the form of its surface
	Logs         []host.LogLine    `json:"logs"`
	CRMCalls     []CRMCall         `json:"crmCalls"`
	DurationMs   float64           `json:"durationMs"`
	Effect       string            `json:"effect"`
	// Error is the error that the handler did not catch; nil for none.
	Error *Thrown `json:"error,omitempty"`
}

// Thrown is an uncaught error with its stack in the source.
type Thrown struct {
	Name    string  `json:"name"`
	Message string  `json:"message"`
	Stack   []Frame `json:"stack"`
}

// Frame is one line of a stack: a position in a file of the project or of a package.
type Frame struct {
	Function string `json:"function,omitempty"`
	File     string `json:"file"`
	Line     int    `json:"line"`
	Column   int    `json:"column"`
	// Own reports that the file belongs to the project.
	Own bool `json:"own"`
	// Span is the position with its end.
	Span diag.Span `json:"-"`
}

// frames returns the frames of an engine's stack, without those of the SDK.
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

// newResult returns the result of an invocation without a response.
func newResult(i Invocation) *Result {
	return &Result{
		Worker: i.Capability.Worker, CapabilityID: i.Capability.ID, Kind: i.Capability.Kind, Surface: i.Surface,
		Headers: map[string]string{}, Body: json.RawMessage("null"), Output: json.RawMessage("null"),
		Logs: []host.LogLine{}, CRMCalls: []CRMCall{},
	}
}

// take fills in the worker's response.
func (r *Result) take(response *jsvm.Response, stateKey string) {
	r.HTTPStatus = response.Status
	for name, values := range response.Header {
		r.Headers[strings.ToLower(name)] = strings.Join(values, ", ")
	}
	switch {
	case json.Valid(response.Body):
		r.Body = response.Body
	case len(response.Body) > 0:
		r.Body, _ = json.Marshal(string(response.Body)) // a string always marshals
	}
	r.Output = output(r.Body, stateKey)
}

// output returns the handler's result from a response body of its surface.
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

// status returns how the invocation ended: by the runtime's record, or without one by the response, as its handler did
// not run. It returns "" for a response that only a defect of the tool explains.
func (r *Result) status(e *ending) string {
	switch {
	case e != nil && e.Backpressure:
		return StatusBackpressure
	case e != nil:
		return e.Outcome
	case r.isDuplicate():
		return StatusDuplicate
	case rejectsInput(r.HTTPStatus):
		return StatusRejected
	case r.HTTPStatus == http.StatusServiceUnavailable && r.Headers["retry-after"] != "":
		return StatusRetryLater
	}
	return ""
}

// isDuplicate reports whether the trigger has handled the events before (sdk/src/worker/dispatch/trigger-dedup.ts).
func (r *Result) isDuplicate() bool {
	var body struct{ Duplicate bool }
	return r.Surface == SurfaceEvents && json.Unmarshal(r.Body, &body) == nil && body.Duplicate
}

// retryAfter returns the number of seconds that the response asks to wait; negative for none.
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
