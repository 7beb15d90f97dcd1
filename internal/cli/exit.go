package cli

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"strings"

	"github.com/appsvc/svc/internal/projectfs"
	"github.com/appsvc/svc/internal/reason"
)

// Exit codes of all commands. `svc dev invoke` adds 10 to 15 for outcomes of a capability.
const (
	ExitOK          = 0
	ExitNegative    = 1   // findings, or a failed assertion
	ExitUsage       = 2   // flags, arguments or configuration
	ExitFailed      = 3   // internal error
	ExitWouldPrompt = 6   // a question without a terminal, or cancelled by the user
	ExitAuth        = 7   // missing or rejected credential
	ExitRemote      = 8   // remote or network failure
	ExitMoved       = 9   // stale plan, or a lock is held
	ExitTimeout     = 124 // like timeout(1)
)

// Error is an error for the user.
type Error struct {
	Code int
	What string // lower case, no full stop, with names in quotes
	Why  string // the reason, if What does not contain it
	Fix  string // an imperative sentence: a command to run or an edit to make
	Err  error  // the cause, for errors.Is; it is not printed
}

// words returns the error with plain words where it quotes its cause.
func (e *Error) words() *Error {
	worded := *e
	worded.What, worded.Why = reason.In(e.What, e.Err), reason.In(e.Why, e.Err)
	return &worded
}

// Error returns What, followed by Why.
func (e *Error) Error() string {
	e = e.words()
	if e.Why != "" {
		return e.What + ": " + e.Why
	}
	return e.What
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Usage returns an Error about flags, arguments or configuration.
func Usage(what, fix string) *Error { return &Error{Code: ExitUsage, What: what, Fix: fix} }

// Exit is an error with an exit code and no message, for a command that has already printed its result.
type Exit int

func (Exit) Error() string { return "exit" }

// IsStopped reports whether an error only says that the command was stopped, or has already printed its result.
func IsStopped(err error) bool {
	_, exit := errors.AsType[Exit](err)
	return exit || errors.Is(err, context.Canceled)
}

// ExitCode returns the exit code for an error.
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

// Reason returns why something failed: the text of an error in plain words, without the path of a file.
func Reason(err error) string {
	var pathError *fs.PathError
	var refused *projectfs.Error
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &refused):
		return refused.Reason
	case errors.As(err, &pathError):
		return reason.Of(pathError.Err)
	case errors.As(err, &wrong):
		return reason.Of(wrong)
	case err == io.EOF, err == io.ErrUnexpectedEOF: //nolint:errorlint // as decoders of JSON return them
		return "unexpected end of JSON"
	}
	return strings.TrimPrefix(reason.Of(err), "json: ")
}
