package crmsim

import (
	"fmt"
	"maps"
	"net/http"
	"strconv"
	"time"

	"github.com/appsvc/svc/internal/crmsim/api"
)

// rateLimit is the limit that a route counts against, besides the daily one.
type rateLimit int

const (
	burstLimit rateLimit = iota
	searchLimit
	noLimit // not the daily limit either
)

// limit is a number of calls per period.
type limit interface {
	// left returns the number of calls that the limit admits at a time. Times must not decrease.
	left(at time.Time) int
	// take counts a call that left admits.
	take(at time.Time)
	// wait returns the time until the limit admits a call, after it rejected one.
	wait(at time.Time) time.Duration
}

// meter counts the calls of each account. The mutex of its Sim guards it.
type meter struct {
	limits   *Limits
	start    time.Time
	accounts map[int64]*accountUsage
}

// accountUsage is the usage of one account. All calls to the emulation come from one app.
type accountUsage struct {
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
	return &meter{limits: limits, start: start, accounts: map[int64]*accountUsage{}}
}

// account returns the usage of an account at a time.
func (m *meter) account(portalID int64, now time.Time) *accountUsage {
	a := m.accounts[portalID]
	if a == nil {
		a = &accountUsage{
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
		m.accounts[portalID] = a
	}
	a.addTraffic(now)
	return a
}

// charge counts one call against each limit. If a limit rejects the call, it counts nothing and returns that limit.
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

// day is the account's number of calls until midnight.
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

func (d *day) take(time.Time) { d.used++ }

func (d *day) wait(at time.Time) time.Duration { return d.ends.Sub(at) }

// limitsOf returns the limits that a call counts against. A search counts against the search limit, not the burst.
func (a *accountUsage) limitsOf(route rateLimit) []limit {
	if route == searchLimit {
		return []limit{&a.day, a.search}
	}
	return []limit{&a.day, a.burst}
}

// meterCall counts a call against the limits of its route. It returns a 429 if a limit is exceeded.
func (s *Sim) meterCall(c *api.Call) *api.Error {
	route := routeLimits[c.Pattern()]
	p := s.caller(c)
	if p.meter == nil || route == noLimit {
		return nil
	}
	now := s.options.Clock.Now()
	a := p.meter.account(c.Caller.PortalID, now)
	exceeded := charge(a.limitsOf(route), now)
	if route != searchLimit {
		c.Rates = a.headers(s.options.HeaderPrefix, c.Caller, now)
	}
	if exceeded == nil {
		return nil
	}
	if text := a.limits.RetryAfter.format(exceeded.wait(now), now); text != "" {
		c.Header.Set("Retry-After", text)
	}
	of := a.policy(exceeded)
	a.refused[of.name]++
	return of.tooManyRequests(c.Caller, s.options.AppID)
}

// Usage is the usage of an account, with the traffic of other senders.
type Usage struct {
	Burst  int `json:"burst"`  // calls in the current window
	Search int `json:"search"` // searches in the current second
	Day    int `json:"day"`    // calls since midnight
	// Refused is the number of 429s by policy.
	Refused map[string]int `json:"refused"`
}

// Usage returns the usage of every account with calls. It is empty without limits.
func (s *Sim) Usage() map[int64]Usage {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := map[int64]Usage{}
	for _, p := range s.portals {
		p.meter.addUsage(all, s.options.Clock.Now())
	}
	s.main.meter.addUsage(all, s.options.Clock.Now())
	return all
}

func (m *meter) addUsage(all map[int64]Usage, now time.Time) {
	if m == nil {
		return
	}
	for portalID := range m.accounts {
		a := m.account(portalID, now)
		a.day.left(now) // starts a new day
		all[portalID] = Usage{
			Burst: a.burst.used(now), Search: a.search.used(now),
			Day: a.day.used, Refused: maps.Clone(a.refused),
		}
	}
}

// ResetUsage forgets the calls of an account, and its refusals, as on a new day.
func (s *Sim) ResetUsage(portalID int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m := s.meterOf(portalID); m != nil {
		m.account(portalID, s.options.Clock.Now()).reset()
	}
}

func (a *accountUsage) reset() {
	a.day.used, a.burst.calls, a.search.calls, a.refused = 0, nil, nil, map[string]int{}
}

// SetUsedToday sets how many calls an account has made since midnight.
func (s *Sim) SetUsedToday(portalID int64, calls int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m := s.meterOf(portalID); m != nil {
		a := m.account(portalID, s.options.Clock.Now())
		a.day.left(s.options.Clock.Now()) // starts a new day
		a.day.used = calls
	}
}

// meterOf returns the meter of an account, nil without limits.
func (s *Sim) meterOf(portalID int64) *meter {
	p, err := s.openPortal(portalID)
	if err != nil {
		return s.main.meter
	}
	return p.meter
}

// Metered is the usage of an account and its limits. A limit of 0 is none.
type Metered struct {
	Usage
	Limits struct {
		Burst      int   `json:"burst"`
		IntervalMs int64 `json:"intervalMs"`
		Search     int   `json:"search"`
		Day        int   `json:"day"`
	} `json:"limits"`
}

// Metered returns the usage and the limits of every account with calls. It is empty without limits.
func (s *Sim) Metered() map[int64]Metered {
	all := map[int64]Metered{}
	for id, used := range s.Usage() {
		s.mu.Lock()
		limits := s.main.limits
		if p := s.portals[id]; p != nil {
			limits = p.limits
		}
		s.mu.Unlock()
		m := Metered{Usage: used}
		m.Limits.Burst, m.Limits.IntervalMs = limits.Burst, limits.Interval.Milliseconds()
		m.Limits.Search, m.Limits.Day = limits.Search, limits.Daily
		all[id] = m
	}
	return all
}

// window admits at most max calls within interval; 0 for max admits any number. Times must not decrease.
type window struct {
	max      int
	interval time.Duration
	// phase is the start of fixed windows; nil for a sliding window.
	phase *time.Time
	calls []time.Time // oldest first
}

// take counts a call at a time.
func (w *window) take(at time.Time) { w.calls = append(w.calls, at) }

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

// wait returns the time until the window admits a call, after left returned 0.
func (w *window) wait(at time.Time) time.Duration { return w.expiry(w.calls[0]).Sub(at) }

// policy is a limit as a 429 names it.
type policy struct {
	name, words, group string
}

var (
	burstPolicy  = policy{"TEN_SECONDLY_ROLLING", "ten_secondly_rolling", "ten-secondly"}
	searchPolicy = policy{"SECONDLY", "secondly", "secondly"}
	dailyPolicy  = policy{"DAILY", "daily", "daily"}

	policies = map[string]policy{
		burstPolicy.name: burstPolicy, searchPolicy.name: searchPolicy, dailyPolicy.name: dailyPolicy,
	}
)

// policy returns the policy of a limit of the account.
func (a *accountUsage) policy(of limit) policy {
	switch of {
	case a.burst:
		return burstPolicy
	case a.search:
		return searchPolicy
	}
	return dailyPolicy
}

func (p policy) tooManyRequests(caller api.Caller, appID int64) *api.Error {
	e := &api.Error{
		Status: http.StatusTooManyRequests, Message: "You have reached your " + p.words + " limit.",
		ErrorType: "RATE_LIMIT", PolicyName: p.name,
	}
	if caller.IsStatic {
		e.GroupName = fmt.Sprintf("publicapi:private_app-api-calls-%s:%d:%d", p.group, caller.PortalID, appID)
	}
	return e
}

// headers returns the rate limit headers of a success or a 429. Only static tokens get those of the daily limit.
func (a *accountUsage) headers(prefix string, caller api.Caller, now time.Time) http.Header {
	header := http.Header{}
	set := func(name string, value int) {
		header.Set(prefix+"-RateLimit-"+name, strconv.Itoa(value))
	}
	if l := a.limits; l.Burst > 0 {
		set("Max", l.Burst)
		set("Remaining", a.burst.left(now))
		set("Interval-Milliseconds", int(l.Interval.Milliseconds()))
		if l.Secondly > 0 {
			set("Secondly", l.Secondly)
			set("Secondly-Remaining", max(0, l.Secondly-a.burst.since(now, time.Second)))
		}
	}
	if a.limits.Daily > 0 && caller.IsStatic {
		set("Daily", a.limits.Daily)
		set("Daily-Remaining", a.day.left(now))
	}
	return header
}

// format returns the value of Retry-After, or "" for none. Seconds are rounded up.
func (f Form) format(wait time.Duration, now time.Time) string {
	switch f {
	case RetryAfterSecs:
		return strconv.Itoa(int((wait + time.Second - 1) / time.Second))
	case RetryAfterDate:
		return now.Add(wait + time.Second - 1).UTC().Format(http.TimeFormat)
	}
	return ""
}
