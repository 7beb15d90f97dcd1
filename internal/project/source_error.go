package project

import (
	"context"
	"errors"
	"fmt"

	"github.com/appsvc/svc/internal/bundle"
	"github.com/appsvc/svc/internal/diag"
)

// SourceError is an error in a file of the project that keeps its code from being bundled. svc check reports it as a
// finding.
type SourceError struct {
	At   diag.Span
	Text string
}

func (e *SourceError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.At.File, e.At.Line, e.At.Column, e.Text)
}

// CodeError is an error of the project's code while svc evaluates it for the manifest. Load finds its cause, unless the
// code behaves differently each time.
type CodeError struct{ Err error }

func (e *CodeError) Error() string { return e.Err.Error() }

func (e *CodeError) Unwrap() error { return e.Err }

// codeError returns the error of a VM that ran the project's code.
func codeError(err error) error {
	if err == nil || errors.Is(err, context.Canceled) {
		return err
	}
	return &CodeError{err}
}

// bundleError returns the error of a fault: a *SourceError, or another error for a failure of the bundler itself.
func bundleError(fault bundle.Fault) error {
	if fault.Span.File == "" {
		return errors.New(fault.Text)
	}
	return &SourceError{At: fault.Span, Text: fault.Text}
}
