package crmsim

import (
	"cmp"
	"errors"
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

// secondlyShare is the ratio of the burst to the limit of its one-second sub-window. Accounts with 100 calls per 10 s
// report 10 in headers.
const secondlyShare = 10

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
	// a tenth of Burst by default. A negative value omits the headers.
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
	l.Secondly = cmp.Or(l.Secondly, max(1, l.Burst/secondlyShare))
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

// nextMidnight returns the end of the account's day.
func (l *Limits) nextMidnight(now time.Time) time.Time {
	year, month, day := now.In(l.TimeZone).Date()
	return time.Date(year, month, day+1, 0, 0, 0, 0, l.TimeZone)
}
