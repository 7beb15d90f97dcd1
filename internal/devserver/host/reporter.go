package host

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/project"
)

// LogLine is one line of a handler's log, or of its console.
type LogLine struct {
	At      float64         `json:"at"` // Unix milliseconds
	Level   string          `json:"level"`
	Message string          `json:"message"`
	Fields  json.RawMessage `json:"fields,omitempty"`
	// Worker, CapabilityID and Invocation are those of the invocation whose logger wrote the line, else "".
	Worker       string `json:"-"`
	CapabilityID string `json:"-"`
	Invocation   string `json:"-"`
	// Trace is the trace id of the request that led to the line, if it had one.
	Trace string `json:"-"`
}

// Ended is an invocation that has ended, as the runtime records it.
type Ended struct {
	Invocation   string `json:"invocation"`
	Worker       string `json:"worker"`
	CapabilityID string `json:"capabilityId"`
	// At is when it began, in Unix milliseconds.
	At float64 `json:"at"`
	// Kind is the kind of the capability, and Surface that of the caller.
	Kind    string `json:"kind"`
	Surface string `json:"surface"`
	// PortalID is nil if the request names no portal.
	PortalID     *int64  `json:"portalId"`
	Outcome      string  `json:"outcome"`
	HTTPStatus   int     `json:"httpStatus"`
	DurationMs   float64 `json:"durationMs"`
	Backpressure bool    `json:"backpressure"`
	CRMCalls     int     `json:"crmCalls"`
	CRMWaitMs    float64 `json:"crmWaitMs"`
}

// Recorder records what a VM reports during an invocation.
type Recorder interface {
	// Log records a log line.
	Log(line LogLine)
	// Observe records an observation of the runtime, JSON.
	Observe(text string) error
}

// reporter passes on what one VM reports. One goroutine at a time calls its methods: that of the VM's loop.
type reporter struct {
	h *Host
	// context returns the context of the request that the running code belongs to.
	context func() context.Context
	// worker maps stacks to the source; nil for the app worker, whose code is the SDK's.
	worker *project.Worker
	// recorder is WorkerOptions.Recorder.
	recorder func() Recorder
}

// recording returns what records now; nil for none.
func (r *reporter) recording() Recorder {
	if r.recorder == nil {
		return nil
	}
	return r.recorder()
}

// log passes on a structured log line of the runtime.
func (r *reporter) log(text string) (string, error) {
	r.h.record(text)
	if r.recording() == nil && r.h.options.OnLog == nil {
		return "", nil
	}
	var written struct {
		LogLine
		Worker, CapabilityID, Invocation, Trace string
	}
	if err := json.Unmarshal([]byte(text), &written); err != nil {
		return "", err
	}
	line := written.LogLine
	line.Fields = r.withSources(line.Fields)
	line.Worker, line.CapabilityID, line.Invocation = written.Worker, written.CapabilityID, written.Invocation
	line.Trace = written.Trace
	r.pass(line)
	return "", nil
}

// observe passes on an observation of the runtime.
func (r *reporter) observe(text string) (string, error) {
	ended, isEnd, err := r.ended(text)
	if err != nil {
		return "", err
	}
	if isEnd {
		r.traceRequest(ended.Invocation)
	}
	r.h.record(text)
	if isEnd && r.h.options.OnEnd != nil {
		r.h.options.OnEnd(r.context(), ended)
	}
	if to := r.recording(); to != nil {
		return "", to.Observe(text)
	}
	if !strings.Contains(text, `rror","`) && !strings.Contains(text, `rror"}`) {
		return "", nil // neither "error" nor "actorError"
	}
	var t struct {
		Type, Class, Method, Name, Message, Stack string
		Worker, CapabilityID, Invocation          string
	}
	if err := json.Unmarshal([]byte(text), &t); err != nil {
		return "", err
	}
	switch t.Type {
	case "error":
		line := r.h.logLine("error", r.position("uncaught: "+strings.TrimSuffix(t.Name+": "+t.Message, ": "), t.Stack))
		line.Worker, line.CapabilityID, line.Invocation = t.Worker, t.CapabilityID, t.Invocation
		r.pass(line)
	case "actorError":
		r.pass(r.h.logLine("error", fmt.Sprintf("%s.%s failed: %s\n%s", t.Class, t.Method, t.Message, t.Stack)))
	}
	return "", nil
}

// ended returns the end of an invocation, if the observation is one and a hook wants it.
func (r *reporter) ended(text string) (ended Ended, isEnd bool, err error) {
	o := &r.h.options
	if o.OnEnd == nil && o.OnRecord == nil || !strings.HasPrefix(text, `{"type":"invocation"`) {
		return ended, false, nil
	}
	err = json.Unmarshal([]byte(text), &ended)
	return ended, true, err
}

// contextOf returns what returns the context of the code that runs in a VM.
func contextOf(vm *jsvm.VM) func() context.Context {
	return func() context.Context {
		ctx, _ := vm.Context()
		return ctx
	}
}

// console passes on a line of the console.
func (r *reporter) console(level, message string) { r.pass(r.h.logLine(logLevel(level), message)) }

// uncaught passes on an error that no invocation can catch: in a timer, or in a promise that no code awaits.
func (r *reporter) uncaught(e *jsvm.Exception) {
	message := "uncaught: "
	if e.Rejection {
		message = "uncaught, in a promise that no code awaits: "
	}
	r.pass(r.h.logLine("error", r.position(message+e.Error(), e.Stack)))
}

// position adds the innermost position of a stack that is in the user's source.
func (r *reporter) position(message, stack string) string {
	if r.worker == nil {
		return message + "\n" + stack
	}
	for _, frame := range r.worker.Frames(stack) {
		if frame.User {
			return fmt.Sprintf("%s (%s:%d:%d)", message, frame.Span.File, frame.Span.Line, frame.Span.Column)
		}
	}
	return message
}

// pass passes on a line. The runtime has redacted the lines of handlers; those of the host are redacted here.
func (r *reporter) pass(line LogLine) {
	if to := r.recording(); to != nil {
		to.Log(line)
	}
	if r.h.options.OnLog != nil {
		r.h.options.OnLog(r.context(), line)
	}
}

// withSources maps the stacks in logged fields to the source.
func (r *reporter) withSources(fields json.RawMessage) json.RawMessage {
	if r.worker == nil || !strings.Contains(string(fields), `"stack":"`) {
		return fields
	}
	var tree any
	decoder := json.NewDecoder(bytes.NewReader(fields))
	decoder.UseNumber() // keeps numbers as they were written
	if decoder.Decode(&tree) != nil {
		return fields
	}
	mapped, err := json.Marshal(r.sources(tree))
	if err != nil {
		return fields
	}
	return mapped
}

func (r *reporter) sources(value any) any {
	switch value := value.(type) {
	case []any:
		for i, item := range value {
			value[i] = r.sources(item)
		}
	case map[string]any:
		for name, member := range value {
			if text, isText := member.(string); isText && name == "stack" {
				value[name] = r.worker.SourceStack(text)
			} else {
				value[name] = r.sources(member)
			}
		}
	}
	return value
}

// record passes on what the runtime has written, unchanged.
func (h *Host) record(text string) {
	if h.options.OnRecord != nil {
		h.options.OnRecord(text)
	}
}

// Log passes a message of the host to the log.
func (h *Host) Log(level, message string) {
	if h.options.OnLog != nil {
		h.options.OnLog(context.Background(), h.logLine(level, message))
	}
}

func (h *Host) logLine(level, message string) LogLine {
	message = h.bindings.secrets.Text(message)
	return LogLine{At: float64(h.options.Now().UnixMilli()), Level: level, Message: message}
}

// logLevel returns the level of a log line for a method of the console.
func logLevel(console string) string {
	if console == "log" {
		return "info"
	}
	return console
}
