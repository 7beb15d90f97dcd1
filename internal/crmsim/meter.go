// This file charges requests against the limits of their account.

package crmsim

import (
	"maps"
	"slices"
	"time"
)

// limit is something of which so much can be spent.
type limit interface {
	// left is how much more can be spent at a time. Times must not go back.
	left(at time.Time) int
	take(at time.Time) bool
	// wait is how long nothing can be spent from a time on, when nothing can.
	wait(at time.Time) time.Duration
}

// meter has the accounts of an emulated CRM. Guarded by the mutex of its Sim.
type meter struct {
	limits   *Limits
	start    time.Time
	accounts map[int64]*account
}

// account is what one account has spent. All requests to an emulation come from one app.
type account struct {
	limits  *Limits
	day     day
	burst   *window
	search  *window
	traffic []*stream
	refused map[string]int // by policy
}

func newMeter(limits *Limits, start time.Time) *meter {
	if limits == nil {
		return nil
	}
	return &meter{limits: limits, start: start, accounts: map[int64]*account{}}
}

// account is that of a portal, as it stands at a time.
func (m *meter) account(portal int64, now time.Time) *account {
	a := m.accounts[portal]
	if a == nil {
		a = &account{
			limits: m.limits,
			day:    day{limits: m.limits, used: m.limits.DailyUsed, ends: m.limits.nextMidnight(m.start)},
			burst:  &window{max: m.limits.Burst, interval: m.limits.Interval},
			search: &window{max: m.limits.Search, interval: time.Second},

			refused: map[string]int{},
		}
		if m.limits.Fixed {
			a.burst.phase, a.search.phase = &m.start, &m.start
		}
		for _, t := range m.limits.Traffic {
			a.traffic = append(a.traffic, &stream{Traffic: t, start: m.start})
		}
		m.accounts[portal] = a
	}
	a.upTo(now)
	return a
}

// charge spends one of each, or nothing; then it gives the first that had nothing left.
func charge(limits []limit, at time.Time) (exceeded limit) {
	for _, l := range limits {
		if l.left(at) == 0 {
			return l
		}
	}
	for _, l := range limits {
		l.take(at)
	}
	return nil
}

// day is the pool of calls until the account's midnight.
type day struct {
	limits *Limits
	used   int
	ends   time.Time
}

func (d *day) left(at time.Time) int {
	if !at.Before(d.ends) {
		d.used, d.ends = 0, d.limits.nextMidnight(at)
	}
	if d.limits.Daily == 0 {
		return 1
	}
	return max(0, d.limits.Daily-d.used)
}

func (d *day) take(at time.Time) bool {
	if d.left(at) == 0 {
		return false
	}
	d.used++
	return true
}

func (d *day) wait(at time.Time) time.Duration { return d.ends.Sub(at) }

// caller is who sends a request.
type caller struct {
	portal int64
	// static says that it has the fixed token of a private app.
	static bool
}

// charged are the limits that a request spends: a search has one of its own in place of the burst.
func (a *account) charged(search bool) []limit {
	if search {
		return []limit{&a.day, a.search}
	}
	return []limit{&a.day, a.burst}
}

// meterRequest charges the request; it is refused when there is nothing left.
func (c *call) meterRequest() *apiError {
	if c.meter == nil || c.isExempt() {
		return nil
	}
	now := c.options.Clock.Now()
	search := c.isSearch()
	a := c.meter.account(c.caller.portal, now)
	exceeded := charge(a.charged(search), now)
	if !search {
		c.rateHeaders(a, now)
	}
	if exceeded == nil {
		return nil
	}
	c.retryAfter(exceeded.wait(now), now)
	return a.refusal(exceeded, c)
}

// isSearch says whether the request is one that the search limit is for.
func (c *call) isSearch() bool {
	_, is := match("/crm/v3/objects/{type}/search", undated(c.request.URL.EscapedPath()))
	return is && c.request.Method == "POST"
}

// exempt are the paths that count against no limit of calls: those of custom events, by the platform's documentation.
var exempt = []string{"/events/v3/send", "/events/v3/send/batch"}

func (c *call) isExempt() bool { return slices.Contains(exempt, undated(c.request.URL.EscapedPath())) }

// Usage is what an account has spent of its limits, others' traffic included.
type Usage struct {
	Burst  int `json:"burst"`  // calls that count in the window now
	Search int `json:"search"` // searches that do
	Day    int `json:"day"`    // calls since midnight
	// Refused is how many 429s there were, by policy.
	Refused map[string]int `json:"refused"`
}

// Usage is what every account has spent that was called; nothing without limits.
func (s *Sim) Usage() map[int64]Usage {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := map[int64]Usage{}
	if s.meter == nil {
		return all
	}
	now := s.options.Clock.Now()
	for portal := range s.meter.accounts {
		a := s.meter.account(portal, now)
		a.day.left(now) // a new day may have begun
		all[portal] = Usage{
			Burst: a.burst.used(now), Search: a.search.used(now),
			Day: a.day.used, Refused: maps.Clone(a.refused),
		}
	}
	return all
}
