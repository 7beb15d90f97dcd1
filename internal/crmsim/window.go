// This file counts calls within a window of time.

package crmsim

import "time"

// window takes at most max calls within interval. Its times must not go back; 0 for max takes any number.
type window struct {
	max      int
	interval time.Duration
	// phase is where the windows of a fixed one begin; nil for one that slides.
	phase *time.Time
	calls []time.Time // that count, oldest first
}

// take counts a call at a time, if it fits.
func (w *window) take(at time.Time) bool {
	if w.left(at) == 0 {
		return false
	}
	w.calls = append(w.calls, at)
	return true
}

// left is how many more calls fit at a time.
func (w *window) left(at time.Time) int {
	if used := w.used(at); w.max > 0 {
		return max(0, w.max-used)
	}
	return 1
}

// used is how many calls count at a time.
func (w *window) used(at time.Time) int {
	gone := 0
	for gone < len(w.calls) && !w.freed(w.calls[gone]).After(at) {
		gone++
	}
	w.calls = w.calls[gone:]
	return len(w.calls)
}

// since is how many of the calls that count came within d before a time.
func (w *window) since(at time.Time, d time.Duration) int {
	n := 0
	for i := len(w.calls) - 1; i >= 0 && w.calls[i].Add(d).After(at); i-- {
		n++
	}
	return n
}

// freed is when a call counts no more.
func (w *window) freed(call time.Time) time.Time {
	if w.phase == nil {
		return call.Add(w.interval)
	}
	return w.phase.Add((call.Sub(*w.phase)/w.interval + 1) * w.interval)
}

// wait is how long nothing fits from a time on, after take has refused.
func (w *window) wait(at time.Time) time.Duration { return w.freed(w.calls[0]).Sub(at) }
