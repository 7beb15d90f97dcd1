package cli

import (
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/appsvc/svc/internal/reason"
)

// JSONError is an error in the output of --json.
type JSONError struct {
	Code int    `json:"exitCode"`
	What string `json:"what"`
	Why  string `json:"why,omitempty"`
	Fix  string `json:"fix,omitempty"`
}

// NewJSONError describes an error.
func NewJSONError(err error) *JSONError {
	described := &JSONError{Code: ExitCode(err), What: reason.Of(err)}
	if failure, ok := errors.AsType[*Error](err); ok {
		failure = failure.words()
		described.What, described.Why, described.Fix = failure.What, failure.Why, failure.Fix
	}
	return described
}

// errorDocument is what --json prints for an error before there is a result.
type errorDocument struct {
	SchemaVersion int        `json:"schemaVersion"`
	OK            bool       `json:"ok"`
	Error         *JSONError `json:"error"`
}

// answer is standard output of a command that answers in JSON.
type answer struct {
	io.Writer
	given bool // something has been printed
}

// Write implements io.Writer.
func (a *answer) Write(p []byte) (int, error) {
	a.given = a.given || len(p) > 0
	return a.Writer.Write(p)
}

// AnswerJSON makes a command answer in JSON, also with an error: Fail prints a document to Out, unless something has
// been printed there.
func (e *Env) AnswerJSON() {
	e.answer = &answer{Writer: e.Out}
	e.Out = e.answer
}

// AnswerText undoes AnswerJSON for a copy of the Env that has an Out of its own.
func (e *Env) AnswerText() { e.answer = nil }

// AnswersJSON reports whether the command answers in JSON.
func (e *Env) AnswersJSON() bool { return e.answer != nil }

// Answered says that another process has printed the document.
func (e *Env) Answered() {
	if e.answer != nil {
		e.answer.given = true
	}
}

// AsksForJSON reports whether a command line asks for JSON on standard output. The command line may be invalid.
func AsksForJSON(args []string) bool {
	if end := slices.Index(args, "--"); end >= 0 {
		args = args[:end]
	}
	for i, arg := range args {
		name, value, hasValue := strings.Cut(arg, "=")
		switch {
		case name == "--json":
			if on, err := strconv.ParseBool(value); on || err != nil {
				return true
			}
		case name == "--format" && !hasValue && i+1 < len(args):
			value = args[i+1]
			fallthrough
		case name == "--format":
			if value == "json" {
				return true
			}
		}
	}
	return false
}

// failJSON prints the document of an error on one line, because some commands print one document per line.
func (e *Env) failJSON(err error) {
	if e.answer == nil || e.answer.given {
		return
	}
	_ = e.JSONLine(errorDocument{jsonSchemaVersion, false, NewJSONError(err)}) // the reader may have closed the stream
}
