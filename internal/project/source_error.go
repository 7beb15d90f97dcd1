package project

import (
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

// bundleError returns the error of a fault: a *SourceError, or another error for a failure of the bundler itself.
func bundleError(fault bundle.Fault) error {
	if fault.Span.File == "" {
		return errors.New(fault.Text)
	}
	return &SourceError{At: fault.Span, Text: fault.Text}
}
