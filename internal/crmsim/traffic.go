package crmsim

import (
	"fmt"
	"time"
)

// Traffic is calls of another sender at a steady rate: another app, or another process of the same app. All count
// against the daily limit. Searches also count against the search limit, calls of the same app against its burst.
type Traffic struct {
	PerSecond float64
	Search    bool
	SameApp   bool
	// After is the delay after the start of the emulation. For is the duration; 0 means no end.
	After, For time.Duration
}

// maxTraffic is the highest rate of traffic, in calls per second. No account admits more.
const maxTraffic = 10_000

func (t Traffic) check() error {
	if !(t.PerSecond > 0 && t.PerSecond <= maxTraffic) || t.After < 0 || t.For < 0 {
		return fmt.Errorf(
			"invalid traffic: expected a rate above 0 and up to %d per second, and times of 0 or more", maxTraffic,
		)
	}
	return nil
}

// stream is traffic in progress.
type stream struct {
	Traffic
	start time.Time
	sent  int
}

// next returns the time of the next call, and false after the last one.
func (s *stream) next() (time.Time, bool) {
	since := time.Duration(float64(s.sent) / s.PerSecond * float64(time.Second))
	return s.start.Add(s.After + since), s.For == 0 || since < s.For
}

// addTraffic counts the calls of other senders up to a time, in order.
func (a *accountUsage) addTraffic(now time.Time) {
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
		charge(first.limitsOf(a), at)
	}
}

// limitsOf returns the limits that a call of the traffic counts against.
func (s *stream) limitsOf(a *accountUsage) []limit {
	switch {
	case s.Search:
		return a.limitsOf(searchLimit)
	case s.SameApp:
		return a.limitsOf(burstLimit)
	}
	return []limit{&a.day}
}
