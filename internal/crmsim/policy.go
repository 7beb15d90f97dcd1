package crmsim

import (
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/appsvc/svc/internal/crmsim/api"
)

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
