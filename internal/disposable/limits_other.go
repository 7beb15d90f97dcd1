//go:build !linux && !darwin

package disposable

import (
	"context"
	"errors"
	"syscall"
)

// Supported reports whether this system has disposable processes. They need inherited descriptors.
const Supported = false

func limitProcess(bool) error { return nil }

func limitMemory(uint64) error { return nil }

func room() uint64 { return loadMemory }

// Resident returns 0: this system does not tell.
func Resident(*syscall.Rusage) uint64 { return 0 }

func used() usage { return usage{} }

func hideFromChildren() {}

// process is never started.
type process struct{}

func start(Options, state) (*process, error) { return nil, errors.ErrUnsupported }

func (p *process) begin([]byte) error { return errors.ErrUnsupported }

func (p *process) kill(bool) {}

func (p *process) wait(context.Context) ending { return ending{} }
