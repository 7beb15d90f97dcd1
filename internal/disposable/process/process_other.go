//go:build !linux && !darwin

package process

import (
	"context"
	"errors"
)

// Supported reports whether this system has disposable processes. They need inherited descriptors.
const Supported = false

// HideFromChildren does nothing: there are no children.
func HideFromChildren() {}

// Process is never started.
type Process struct{}

// Start returns an error.
func Start(Options) (*Process, error) { return nil, errors.ErrUnsupported }

// Begin returns an error.
func (p *Process) Begin([]byte) error { return errors.ErrUnsupported }

// Kill does nothing.
func (p *Process) Kill() {}

// Wait returns at once.
func (p *Process) Wait(context.Context) Ended { return Ended{} }

func (p *Process) close() {}
