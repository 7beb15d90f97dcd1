// This file is what answers say of the limits: headers, and the bodies of 429s.

package crmsim

import (
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// policy is how a 429 names the limit that it is about.
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

// refusal is the 429 of a limit that is exceeded.
func (a *account) refusal(exceeded limit, c *call) *apiError {
	p := dailyPolicy
	switch exceeded {
	case a.burst:
		p = burstPolicy
	case a.search:
		p = searchPolicy
	}
	a.refused[p.name]++
	return p.refusal(c)
}

func (p policy) refusal(c *call) *apiError {
	e := &apiError{
		status: http.StatusTooManyRequests, message: "You have reached your " + p.words + " limit.",
		errorType: "RATE_LIMIT", policyName: p.name,
	}
	if c.caller.static {
		e.groupName = fmt.Sprintf("publicapi:private_app-api-calls-%s:%d:%d", p.group, c.caller.portal, c.options.AppID)
	}
	return e
}

// rateHeaders tells what is left in an answer that is a success or a 429. Only static tokens learn of the day.
func (c *call) rateHeaders(a *account, now time.Time) {
	set := func(name string, value int) {
		c.rates.Set(c.options.HeaderPrefix+"-RateLimit-"+name, strconv.Itoa(value))
	}
	c.rates = http.Header{}
	if l := a.limits; l.Burst > 0 {
		set("Max", l.Burst)
		set("Remaining", a.burst.left(now))
		set("Interval-Milliseconds", int(l.Interval.Milliseconds()))
		if l.Secondly > 0 {
			set("Secondly", l.Secondly)
			set("Secondly-Remaining", max(0, l.Secondly-a.burst.since(now, time.Second)))
		}
	}
	if a.limits.Daily > 0 && c.caller.static {
		set("Daily", a.limits.Daily)
		set("Daily-Remaining", a.day.left(now))
	}
}

// retryAfter says when to come again, where the account does; seconds are whole ones, and never too few.
func (c *call) retryAfter(wait time.Duration, now time.Time) {
	switch c.meter.limits.RetryAfter {
	case RetryAfterSecs:
		c.header.Set("Retry-After", strconv.Itoa(int((wait+time.Second-1)/time.Second)))
	case RetryAfterDate:
		c.header.Set("Retry-After", now.Add(wait+time.Second-1).UTC().Format(http.TimeFormat))
	case NoRetryAfter:
	}
}
