package crmsim

import "time"

// window admits at most max calls within interval; 0 for max admits any number. Times must not decrease.
type window struct {
	max      int
	interval time.Duration
	// phase is the start of fixed windows; nil for a sliding window.
	phase *time.Time
	calls []time.Time // oldest first
}

// take counts a call at a time, if the window admits it.
func (w *window) take(at time.Time) bool {
	if w.left(at) == 0 {
		return false
	}
	w.calls = append(w.calls, at)
	return true
}

// left returns the number of calls that the window admits at a time.
func (w *window) left(at time.Time) int {
	if used := w.used(at); w.max > 0 {
		return max(0, w.max-used)
	}
	return 1
}

// used returns the number of calls in the window at a time.
func (w *window) used(at time.Time) int {
	expired := 0
	for expired < len(w.calls) && !w.expiry(w.calls[expired]).After(at) {
		expired++
	}
	w.calls = w.calls[expired:]
	return len(w.calls)
}

// since returns the number of calls in the window within d before a time.
func (w *window) since(at time.Time, d time.Duration) int {
	n := 0
	for i := len(w.calls) - 1; i >= 0 && w.calls[i].Add(d).After(at); i-- {
		n++
	}
	return n
}

// expiry returns the time at which a call leaves the window.
func (w *window) expiry(call time.Time) time.Time {
	if w.phase == nil {
		return call.Add(w.interval)
	}
	return w.phase.Add((call.Sub(*w.phase)/w.interval + 1) * w.interval)
}

// wait returns the time until the window admits a call, after take rejected one.
func (w *window) wait(at time.Time) time.Duration { return w.expiry(w.calls[0]).Sub(at) }
