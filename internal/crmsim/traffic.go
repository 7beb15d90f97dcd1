// This file is what comes to an account beside the requests to the emulation: other apps, and other processes
// of the same app.

package crmsim

import (
	"fmt"
	"time"
)

// Traffic is calls at a steady rate. All of them count against the day. What else they spend says the kind:
// searches those of the account, calls of the same app its burst; another app's burst is its own.
type Traffic struct {
	PerSecond float64
	Search    bool
	SameApp   bool
	// After is when it begins, since the emulation does, and For how long it goes on; without end when it is zero.
	After, For time.Duration
}

// mostTraffic is beyond what any account takes; more would only cost time here.
const mostTraffic = 10_000 // calls a second

func (t Traffic) check() error {
	if !(t.PerSecond > 0 && t.PerSecond <= mostTraffic) || t.After < 0 || t.For < 0 {
		return fmt.Errorf(
			"traffic has a rate above 0 and at most %d per second, and times that are not negative", mostTraffic,
		)
	}
	return nil
}

// stream is traffic under way.
type stream struct {
	Traffic
	start time.Time
	sent  int
}

// next is when the next call comes; it is false after the last one.
func (s *stream) next() (time.Time, bool) {
	since := time.Duration(float64(s.sent) / s.PerSecond * float64(time.Second))
	return s.start.Add(s.After + since), s.For == 0 || since < s.For
}

// upTo lets the traffic of an account come, in the order of time.
func (a *account) upTo(now time.Time) {
	for {
		var first *stream
		var at time.Time
		for _, s := range a.traffic {
			if next, more := s.next(); more && !next.After(now) && (first == nil || next.Before(at)) {
				first, at = s, next
			}
		}
		if first == nil {
			return
		}
		first.sent++
		charge(first.charges(a), at)
	}
}

// charges are what one call of the traffic spends.
func (s *stream) charges(a *account) []limit {
	switch {
	case s.Search:
		return []limit{&a.day, a.search}
	case s.SameApp:
		return []limit{&a.day, a.burst}
	}
	return []limit{&a.day}
}
