package supervise

import (
	"errors"
	"os"
	"time"
)

const (
	// allowedSilence is how long a child may send no heartbeat, if the system gives it processor time for at least half
	// of it.
	allowedSilence = 2 * time.Second
	// longestSilence is the same for a child that gets less: on a busy machine it is late without a fault of its own.
	longestSilence = 30 * time.Second
)

// silence is the time since a child's last heartbeat. It is counted in the supervisor's own steps, so that it does not
// grow while the machine sleeps, or while the supervisor itself gets no processor time.
type silence struct {
	// limit is how long a silence may last while the child runs.
	limit time.Duration
	// used returns the processor time that the child has used, or os.ErrProcessDone. It fails on systems that do not tell.
	used func() (time.Duration, error)

	lasted time.Duration
	before time.Duration // used at the last heartbeat
}

// end ends the silence: there was a heartbeat.
func (s *silence) end() {
	s.lasted = 0
	s.before, _ = s.used() // grow sees the error
}

// grow adds a step, and reports whether the child hangs.
func (s *silence) grow(step time.Duration) bool {
	s.lasted += step
	if s.lasted < s.limit {
		return false
	}
	used, err := s.used()
	unknown := err != nil && !errors.Is(err, os.ErrProcessDone) // the supervisor learns of the end soon
	return unknown || used-s.before >= s.limit/2 || s.lasted >= longestSilence
}
