package crmsim

import (
	"cmp"
	"errors"
	"fmt"
	"time"
)

// Form is the form of the Retry-After header of a 429.
type Form int

// The forms of Retry-After. The platform documents none, so an app must handle each.
const (
	NoRetryAfter   Form = iota
	RetryAfterSecs      // "3"
	RetryAfterDate      // an HTTP date
)

// Limits are the rate limits of an account. Tier.Limits returns those of a tier.
type Limits struct {
	// Burst is the number of calls of each app within Interval, searches excluded; 0 for no limit.
	Burst int
	// Interval is the window of the burst; 10 s by default.
	Interval time.Duration
	// Fixed makes windows start every Interval instead of sliding.
	Fixed bool
	// Search is the number of searches of the account within a second, from all apps; 5 by default.
	Search int
	// Daily is the number of calls of the account until its midnight, from all apps; 0 for no limit.
	Daily int
	// DailyUsed is how many of the daily calls are spent at the start.
	DailyUsed int
	// TimeZone is the time zone of the account, whose midnight ends the day; UTC by default.
	TimeZone *time.Location
	// Secondly is the limit of the one-second sub-window, which headers report and the account does not enforce. It is
	// the share of Burst that a second has of Interval by default. A negative value omits the headers.
	Secondly int
	// RetryAfter is the form of the Retry-After header of a 429.
	RetryAfter Form
	// Traffic is the traffic of other senders.
	Traffic []Traffic
}

// complete sets defaults and rejects invalid limits.
func (l *Limits) complete() error {
	if l.Burst < 0 || l.Interval < 0 || l.Search < 0 || l.Daily < 0 || l.DailyUsed < 0 {
		return errors.New("invalid limits: expected numbers of 0 or more")
	}
	l.Interval = cmp.Or(l.Interval, BurstInterval)
	l.Search = cmp.Or(l.Search, SearchPerSecond)
	l.Secondly = cmp.Or(l.Secondly, max(1, int(float64(l.Burst)/l.Interval.Seconds())))
	if l.TimeZone == nil {
		l.TimeZone = time.UTC
	}
	for _, t := range l.Traffic {
		if err := t.check(); err != nil {
			return err
		}
	}
	return nil
}

// completeLimits replaces limits, which may be nil, with a complete copy.
func completeLimits(of **Limits) error {
	if *of == nil {
		return nil
	}
	complete := **of
	*of = &complete
	return complete.complete()
}

// nextMidnight returns the end of the account's day.
func (l *Limits) nextMidnight(now time.Time) time.Time {
	year, month, day := now.In(l.TimeZone).Date()
	return time.Date(year, month, day+1, 0, 0, 0, 0, l.TimeZone)
}

// Rate limits of the platform (spec, Upstream CRM API limits).
const (
	// BurstInterval is the window of the burst.
	BurstInterval = 10 * time.Second
	// SearchPerSecond is the number of searches of an account within a second, from all apps.
	SearchPerSecond = 5
	// maxIncreases is the number of limit increases that an account can buy.
	maxIncreases = 2

	increasedBurst = 250       // calls per BurstInterval and app, with one or more increases
	increasedDaily = 1_000_000 // calls per day and account that each increase adds
)

// Tier is the rate limits of a kind of account.
type Tier struct {
	Name  string
	Burst int // calls per BurstInterval and app
	Daily int // calls per day, from all private apps of the account; 0 if the platform publishes no figure
	// Marketplace marks the limit of an app from the marketplace, in any account. Limit increases do not apply.
	Marketplace bool
}

var tiers = [...]Tier{
	{Name: "free", Burst: 100, Daily: 250_000},
	{Name: "starter", Burst: 100, Daily: 250_000},
	{Name: "professional", Burst: 190, Daily: 625_000},
	{Name: "enterprise", Burst: 190, Daily: 1_000_000},
	{Name: "marketplace", Burst: 110, Marketplace: true},
}

// TierNames returns the names that TierNamed accepts, from the smallest tier.
func TierNames() []string {
	var names []string
	for _, t := range tiers {
		names = append(names, t.Name)
	}
	return names
}

// TierNamed returns the tier with the name.
func TierNamed(name string) (Tier, bool) {
	for _, t := range tiers {
		if t.Name == name {
			return t, true
		}
	}
	return Tier{}, false
}

// Limits returns the limits of the tier with a number of limit increases.
func (t Tier) Limits(increases int) (*Limits, error) {
	switch {
	case increases < 0 || increases > maxIncreases:
		return nil, fmt.Errorf("invalid number of limit increases %d: expected 0 to %d", increases, maxIncreases)
	case increases > 0 && t.Marketplace:
		return nil, fmt.Errorf("limit increases apply to private apps, not to the tier %q", t.Name)
	case increases > 0:
		t.Burst, t.Daily = increasedBurst, t.Daily+increases*increasedDaily
	}
	return &Limits{Burst: t.Burst, Daily: t.Daily}, nil
}

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
