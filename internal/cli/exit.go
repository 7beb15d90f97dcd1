// This file holds the exit codes and the errors that carry them.

package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
)

// Exit codes of every command. `svc dev invoke` adds 10 to 15 for the outcome of a capability.
const (
	ExitOK          = 0
	ExitNegative    = 1 // findings, a failed assertion or test
	ExitUsage       = 2 // flags, arguments or configuration
	ExitFailed      = 3 // the tool itself failed
	ExitWouldPrompt = 6 // would have prompted, or was declined
	ExitAuth        = 7
	ExitRemote      = 8   // remote or network failure
	ExitMoved       = 9   // state moved: stale plan, lock held
	ExitTimeout     = 124 // as timeout(1)
)

// Error is a failure told to the user: what happened, why, and the command or edit that fixes it.
type Error struct {
	Code int
	What string // lower case, no full stop, names the thing in quotes
	Why  string // "" when What says it all
	Fix  string // a command to run or an edit to make
	Err  error  // the cause, for errors.Is; not printed
}

// Error is What, with the reason behind it.
func (e *Error) Error() string {
	if e.Why != "" {
		return e.What + ": " + e.Why
	}
	return e.What
}

func (e *Error) Unwrap() error { return e.Err }

// Usage is an Error about flags, arguments or configuration.
func Usage(what, fix string) *Error { return &Error{Code: ExitUsage, What: what, Fix: fix} }

// Exit ends a command with a code and no message: the command has said what there is to say.
type Exit int

func (Exit) Error() string { return "exit" }

// ExitCode is the ladder from an error to the exit code of the process.
func ExitCode(err error) int {
	var coded *Error
	var exit Exit
	switch {
	case err == nil:
		return ExitOK
	case errors.As(err, &exit):
		return int(exit)
	case errors.As(err, &coded):
		return coded.Code
	default:
		return ExitFailed
	}
}

// Reason is what the system says about a path, without the path, and what is wrong with a JSON document,
// without the names that Go has for its parts.
func Reason(err error) string {
	var pathError *fs.PathError
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &pathError):
		return pathError.Err.Error()
	case errors.As(err, &wrong) && wrong.Field != "":
		return fmt.Sprintf("its %s cannot be a JSON %s", wrong.Field, wrong.Value)
	case errors.As(err, &wrong):
		return fmt.Sprintf("it is a JSON %s, not an object", wrong.Value)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "it ends too early"
	}
	return strings.TrimPrefix(err.Error(), "json: ")
}
