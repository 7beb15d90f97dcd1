package invoke

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/devserver"
	"github.com/appsvc/svc/internal/diag"
)

// document is the output of --json.
type document struct {
	SchemaVersion int `json:"schemaVersion"`
	*devserver.Result
}

// print writes the result to Out, and logs and the outcome to Err.
func (r *invocation) print(result *devserver.Result) error {
	switch {
	case r.options.json && r.options.watch:
		return r.Env.JSONLine(document{1, result}) // one document per line
	case r.options.json:
		return r.Env.JSON(document{1, result})
	}
	if r.borrowed != nil {
		printed := cli.HandlerLog{Env: r.Env}
		for _, line := range result.Logs { // without a server they were printed during the run
			printed.Line("", line.Level, line.Message, line.Fields)
		}
		printed.End("")
	}
	if e := result.Error; e != nil {
		r.printThrown(e)
	} else if message := messageOf(result.Body); message != "" {
		r.Env.Notef("%s", message)
	}
	facts := []string{fmt.Sprintf("%.0f ms", result.DurationMs)}
	if result.HTTPStatus != 0 {
		facts = append([]string{fmt.Sprintf("HTTP %d", result.HTTPStatus)}, facts...)
	}
	if n := len(result.CRMCalls); n > 0 {
		facts = append(facts, cli.Count(n, "CRM call"))
	}
	if len(r.missing) > 0 {
		r.Env.Notef("note: .dev.vars has no %s; add a line NAME=value for each", strings.Join(r.missing, ", "))
	}
	r.Env.Verdict(result.OK, result.Status, facts, result.Effect)
	if result.Status == devserver.StatusDuplicate {
		r.Env.Notef("to run it for them again, add --again")
	}
	output := string(result.Output)
	if result.Surface == devserver.SurfaceEvents || !result.OK && (output == "null" || output == "{}") {
		return nil // without a result
	}
	return r.Env.JSON(result.Output)
}

// messageOf returns the message of a response body, or "".
func messageOf(body json.RawMessage) string {
	var members struct{ Message string }
	if json.Unmarshal(body, &members) != nil {
		return ""
	}
	return members.Message
}

// maxFrames is the number of stack frames to print.
const maxFrames = 10

// printThrown prints an uncaught error with the user's topmost source line.
func (r *invocation) printThrown(e *devserver.Thrown) {
	var at diag.Span
	var stack []string
	for _, frame := range e.Stack {
		if at.Line == 0 && frame.Own {
			at = frame.Span
		}
		place := fmt.Sprintf("%s:%d:%d", frame.File, frame.Line, frame.Column)
		if frame.Function != "" {
			place = frame.Function + " (" + place + ")"
		}
		if len(stack) < maxFrames {
			stack = append(stack, place)
		}
	}
	message := strings.TrimSuffix(e.Name+": "+e.Message, ": ")
	r.Env.Thrown(message, at, r.Excerpts(r.Project), stack)
}
