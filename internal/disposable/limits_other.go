//go:build !linux && !darwin

package disposable

import (
	"context"
	"errors"
)

// Supported reports whether this system has disposable processes. They need inherited descriptors.
const Supported = false

func limitProcess(bool) error { return nil }

func limitMemory(uint64) error { return nil }

func used() usage { return usage{} }

func hideFromChildren() {}

// process is never started.
type process struct{}

func start(Options, state) (*process, error) { return nil, errors.ErrUnsupported }

func (p *process) kill(bool) {}

func (p *process) wait(context.Context) ending { return ending{} }
