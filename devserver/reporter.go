// This file takes what a VM reports while it serves, and passes it on: to the log, and to whoever records.

package devserver

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/project"
)

// reporter belongs to one VM; its methods are called on the VM's loop.
type reporter struct {
	h *Host
	// worker leads stacks back to the source; nil for the app worker, whose code is the SDK's.
	worker *project.Worker
	// keep collects for the result of the invocation that runs; nil in a server, which would never end to collect.
	keep func() *recorder
}

// kept is who collects; nil for nobody.
func (r *reporter) kept() *recorder {
	if r.keep == nil {
		return nil
	}
	return r.keep()
}

// log takes a structured log line of the runtime.
func (r *reporter) log(text string) (string, error) {
	r.h.record(text)
	if r.kept() == nil && r.h.options.OnLog == nil {
		return "", nil
	}
	var line LogLine
	if err := json.Unmarshal([]byte(text), &line); err != nil {
		return "", err
	}
	line.Fields = r.withSources(line.Fields)
	r.tell(line)
	return "", nil
}

// observe takes an observation of the runtime.
func (r *reporter) observe(text string) (string, error) {
	r.h.record(text)
	if seen := r.kept(); seen != nil {
		return "", seen.observe(text)
	}
	if !strings.Contains(text, `rror","`) && !strings.Contains(text, `rror"}`) {
		return "", nil // neither an "error" nor an "actorError"
	}
	var t struct{ Type, Class, Method, CapabilityID, Name, Message, Stack string }
	if err := json.Unmarshal([]byte(text), &t); err != nil {
		return "", err
	}
	switch t.Type {
	case "error":
		r.tell(r.h.logLine("error", r.place("uncaught: "+strings.TrimSuffix(t.Name+": "+t.Message, ": "), t.Stack)))
	case "actorError":
		r.tell(r.h.logLine("error", fmt.Sprintf("%s.%s failed: %s\n%s", t.Class, t.Method, t.Message, t.Stack)))
	}
	return "", nil
}

// console takes a line of the console.
func (r *reporter) console(level, message string) { r.tell(r.h.logLine(logLevel(level), message)) }

// uncaught takes an error outside of any invocation's own course: in a timer, or in a promise that nobody
// waits for.
func (r *reporter) uncaught(e *jsvm.Exception) {
	message := "uncaught: "
	if e.Rejection {
		message = "uncaught, in a promise that nobody awaits: "
	}
	r.tell(r.h.logLine("error", r.place(message+e.Error(), e.Stack)))
}

// place adds the innermost place of a stack that is in the user's own source.
func (r *reporter) place(message, stack string) string {
	if r.worker == nil {
		return message + "\n" + stack
	}
	for _, frame := range frames(r.worker, stack) {
		if frame.Own {
			return fmt.Sprintf("%s (%s:%d:%d)", message, frame.File, frame.Line, frame.Column)
		}
	}
	return message
}

func (r *reporter) tell(line LogLine) {
	if seen := r.kept(); seen != nil {
		seen.add(line)
	}
	if r.h.options.OnLog != nil {
		r.h.options.OnLog(line)
	}
}

// withSources leads the stacks in logged fields back to the source.
func (r *reporter) withSources(fields json.RawMessage) json.RawMessage {
	if r.worker == nil || !strings.Contains(string(fields), `"stack":"`) {
		return fields
	}
	var tree any
	decoder := json.NewDecoder(bytes.NewReader(fields))
	decoder.UseNumber() // as they were written
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

// record passes on what the runtime has written, word for word.
func (h *Host) record(text string) {
	if h.options.OnRecord != nil {
		h.options.OnRecord(text)
	}
}

func (h *Host) logLine(level, message string) LogLine {
	return LogLine{At: float64(h.options.Now().UnixMilli()), Level: level, Message: message}
}

// logLevel is the level of a log line for one of the console's.
func logLevel(console string) string {
	if console == "log" {
		return "info"
	}
	return console
}
