package workerd

import (
	"fmt"
	"sync/atomic"
	"time"

	"github.com/appsvc/svc/internal/processor"
)

const (
	// startLimit is how long the engine may take until it listens, if it gets processor time for at least half of it. It
	// needs well under 1 s; the code of its workers at the top level is part of it, which the platform ends after 1 s.
	startLimit = 15 * time.Second
	// longestStart is the same for an engine that gets less, as a multiple of the limit.
	longestStart = 8
	// startSteps is how many steps the limit has.
	startSteps = 30
)

// ErrBlockedStart reports that the engine did not listen in time.
var ErrBlockedStart = fmt.Errorf(
	"it did not start within %d s: check the code outside of handlers for endless loops", int(startLimit.Seconds()),
)

// limitStart stops an engine that takes too long to listen, which ends its control pipe. The function that it returns
// ends the limit, and reports whether the engine was stopped.
func (p *Process) limitStart(limit time.Duration) func() bool {
	wait := processor.Wait{
		Limit: limit, Longest: longestStart * limit,
		Used: func() (time.Duration, error) { return processor.TimeOf(p.pid) },
	}
	wait.Begin()
	step := limit / startSteps
	listens := make(chan struct{})
	var isLate atomic.Bool
	go func() {
		for {
			select {
			case <-listens:
				return
			case <-time.After(step):
			}
			if wait.Grow(step) {
				isLate.Store(true)
				p.stop()
				return
			}
		}
	}()
	return func() bool {
		close(listens)
		return isLate.Load()
	}
}
