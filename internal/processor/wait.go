package processor

import (
	"errors"
	"os"
	"time"
)

// Wait is how long another process has let this one wait. It is counted in the steps of the one that waits, so that it
// does not grow while the machine sleeps, or while that one itself gets no processor time.
type Wait struct {
	// Limit is how long a wait may last, if the process gets processor time for at least half of it.
	Limit time.Duration
	// Longest is the same for a process that gets less: on a busy machine it is late without a fault of its own.
	Longest time.Duration
	// Used returns the processor time that the process has used, as TimeOf does.
	Used func() (time.Duration, error)
	// Lasted is how long the wait has lasted.
	Lasted time.Duration

	before time.Duration // used when the wait began
}

// Begin begins the wait, also again.
func (w *Wait) Begin() {
	w.Lasted = 0
	w.before, _ = w.Used() // Grow sees the error
}

// Grow adds a step, and reports whether the process hangs.
func (w *Wait) Grow(step time.Duration) bool {
	w.Lasted += step
	if w.Lasted < w.Limit {
		return false
	}
	used, err := w.Used()
	unknown := err != nil && !errors.Is(err, os.ErrProcessDone) // this process learns of the end soon
	return unknown || used-w.before >= w.Limit/2 || w.Lasted >= w.Longest
}
