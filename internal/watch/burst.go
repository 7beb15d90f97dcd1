package watch

import (
	"maps"
	"slices"
	"time"
)

// burst is the set of changes since the last delivery. The timers are nil if it is empty.
type burst struct {
	files map[string]bool
	lost  bool
	quiet *time.Timer // restarted by each event
	limit *time.Timer // started by the first event
}

func (b *burst) add(file string) {
	b.files[file] = true
	b.extend()
}

// extend adds to the burst and restarts the quiet timer.
func (b *burst) extend() {
	if b.quiet == nil {
		b.quiet, b.limit = time.NewTimer(quiet), time.NewTimer(maxBurst)
		return
	}
	b.quiet.Reset(quiet)
}

// end receives a value when the burst is over. It blocks without a burst.
func (b *burst) end() <-chan time.Time {
	if b.quiet == nil {
		return nil
	}
	select {
	case at := <-b.limit.C:
		over := make(chan time.Time, 1)
		over <- at
		return over
	default:
		return b.quiet.C
	}
}

// take returns the changes and empties the burst.
func (b *burst) take() []string {
	b.quiet.Stop()
	b.limit.Stop()
	files := slices.Sorted(maps.Keys(b.files))
	if b.lost {
		files = nil
	}
	*b = burst{files: map[string]bool{}}
	return files
}
