// This file holds the limits that an emulated account can be given.

package crmsim

import (
	"cmp"
	"errors"
	"time"
)

// Form is how a 429 says when to come again.
type Form int

// The forms of Retry-After. The platform documents none, so an app must live with each.
const (
	NoRetryAfter   Form = iota
	RetryAfterSecs      // "3"
	RetryAfterDate      // an HTTP date
)

// secondlyShare is which part of the burst the one-second sub-window has: headers of accounts with 100 per
// 10 s say 10.
const secondlyShare = 10

// Limits are how many calls an account takes. Tier.Limits makes those of a tier.
type Limits struct {
	// Burst is how many calls each app may make within Interval, searches aside; 0 for any number.
	Burst int
	// Interval is the window of the burst; 10 s by default.
	Interval time.Duration
	// Fixed has the windows begin anew every Interval, instead of sliding.
	Fixed bool
	// Search is how many searches the account takes within a second, those of all apps together; 5 by default.
	Search int
	// Daily is how many calls the account takes until its midnight, those of all apps together; 0 for any number.
	Daily int
	// DailyUsed is how many of those are spent when the emulation begins.
	DailyUsed int
	// TimeZone is the account's: its midnight ends the day. UTC by default.
	TimeZone *time.Location
	// Secondly is the sub-window of one second that headers tell of and that nobody enforces; a tenth of Burst by
	// default, no such headers when it is negative.
	Secondly int
	// RetryAfter is what a 429 says of when to come again.
	RetryAfter Form
	// Traffic is what comes to the account beside the requests to the emulation.
	Traffic []Traffic
}

// complete fills in the defaults, and refuses what no account has.
func (l *Limits) complete() error {
	if l.Burst < 0 || l.Interval < 0 || l.Search < 0 || l.Daily < 0 || l.DailyUsed < 0 {
		return errors.New("no limit of an account is negative")
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

// nextMidnight is when the account's day ends.
func (l *Limits) nextMidnight(now time.Time) time.Time {
	year, month, day := now.In(l.TimeZone).Date()
	return time.Date(year, month, day+1, 0, 0, 0, 0, l.TimeZone)
}
