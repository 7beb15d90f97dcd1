//go:build !linux && !darwin

package disposable

import (
	"context"
	"errors"
	"time"
)

// Supported reports whether this system has disposable processes. They need inherited descriptors.
const Supported = false

func limitProcess() error { return nil }

func limitMemory(uint64) error { return nil }

func cpuTime() time.Duration { return 0 }

func hideFromChildren() {}

// process is never started.
type process struct{}

func start(Options, state) (*process, error) { return nil, errors.ErrUnsupported }

func (p *process) wait(context.Context) ending { return ending{} }
