// This file gathers the events of one save.

package watch

import (
	"maps"
	"slices"
	"time"
)

// burst is the changes since the last delivery. The zero timers mean that there are none.
type burst struct {
	files map[string]bool
	lost  bool
	quiet *time.Timer // runs again with every event
	limit *time.Timer // runs from the first event
}

func (b *burst) add(file string) {
	b.files[file] = true
	b.extend()
}

// extend keeps the burst open.
func (b *burst) extend() {
	if b.quiet == nil {
		b.quiet, b.limit = time.NewTimer(quiet), time.NewTimer(patience)
		return
	}
	b.quiet.Reset(quiet)
}

// end is ready when the burst is over; it never is while there is none.
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

// take empties the burst.
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
