package diagnose

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/lazyregexp"
)

const (
	// maxWait is the longest Retry-After that the runtime honors. The daily limit resets within a day.
	maxWait = 24 * time.Hour
	// burstInterval is the window of the burst if no header reports it (spec, Response headers).
	burstInterval = 10 * time.Second
)

// rateHeader matches a rate limit header of any vendor.
var rateHeader = lazyregexp.New(`^x-[a-z]+-ratelimit-(.+)$`)

// deltaSeconds matches a Retry-After in seconds that the runtime accepts. ParseFloat also accepts "Inf".
var deltaSeconds = lazyregexp.New(`^\d+(\.\d+)?$`)

// budgetMessage is the message of an exhausted budget on every surface (spec, Errors).
var budgetMessage = lazyregexp.New(`CRM rate limit budget exhausted; retry after (\d{1,9})s\.`)

// Rates are the numbers in the headers; nil if absent.
type Rates struct {
	Max               *int `json:"max,omitempty"`
	Remaining         *int `json:"remaining,omitempty"`
	SecondlyRemaining *int `json:"secondlyRemaining,omitempty"`
	IntervalMs        *int `json:"intervalMilliseconds,omitempty"`
	Daily             *int `json:"daily,omitempty"`
	DailyRemaining    *int `json:"dailyRemaining,omitempty"`
}

// rates reads the headers. It reports whether there is one.
func (a Answer) rates() (r Rates, found bool) {
	into := map[string]**int{
		"max": &r.Max, "remaining": &r.Remaining, "secondly-remaining": &r.SecondlyRemaining,
		"interval-milliseconds": &r.IntervalMs, "daily": &r.Daily, "daily-remaining": &r.DailyRemaining,
	}
	for name, value := range a.Header {
		match := rateHeader().FindStringSubmatch(name)
		if match == nil || into[match[1]] == nil {
			continue
		}
		value = strings.TrimSpace(value)
		if n, err := strconv.Atoi(value); err == nil && n >= 0 && len(value) <= 8 {
			*into[match[1]] = &n
			found = true
		}
	}
	return r, found
}

// interval returns the window of the burst.
func (r Rates) interval() time.Duration {
	if r.IntervalMs != nil && *r.IntervalMs > 0 {
		return time.Duration(*r.IntervalMs) * time.Millisecond
	}
	return burstInterval
}

// left returns the calls left in the window: the lower of Remaining and Secondly-Remaining.
func (r Rates) left() (int, bool) {
	switch {
	case r.Remaining == nil && r.SecondlyRemaining == nil:
		return 0, false
	case r.Remaining == nil:
		return *r.SecondlyRemaining, true
	case r.SecondlyRemaining == nil:
		return *r.Remaining, true
	}
	return min(*r.Remaining, *r.SecondlyRemaining), true
}

// retryAfter returns the time until a retry, from the header or from the message of an exhausted budget.
func (a Answer) retryAfter(now time.Time) (time.Duration, bool) {
	if text, ok := a.Header["retry-after"]; ok {
		return retryAfterHeader(strings.TrimSpace(text), a.Header["date"], now)
	}
	if seconds, ok := a.budgetSeconds(); ok {
		return min(time.Duration(seconds)*time.Second, maxWait), true
	}
	return 0, false
}

// retryAfterHeader reads Retry-After. It compares a date with the clock of the response, because ours may be wrong.
func retryAfterHeader(text, date string, now time.Time) (time.Duration, bool) {
	if deltaSeconds().MatchString(text) {
		seconds, _ := strconv.ParseFloat(text, 64) // too many digits give infinity, the longest wait
		return time.Duration(min(seconds, maxWait.Seconds()) * float64(time.Second)), true
	}
	until, err := http.ParseTime(text)
	if err != nil {
		return 0, false
	}
	if sent, err := http.ParseTime(strings.TrimSpace(date)); err == nil {
		now = sent
	}
	return min(max(0, until.Sub(now)), maxWait), true
}

// budgetSeconds returns the retry time of a backpressure result of any surface.
func (a Answer) budgetSeconds() (int, bool) {
	for _, from := range []map[string]any{a.Body, member(a.Body, "outputFields"), member(a.Body, "output")} {
		switch seconds := from["retryAfterSeconds"].(type) {
		case float64:
			return clampSeconds(seconds), true
		case string:
			if n, err := strconv.ParseFloat(seconds, 64); err == nil {
				return clampSeconds(n), true
			}
		}
	}
	if found := budgetMessage().FindStringSubmatch(a.text("message")); found != nil {
		n, err := strconv.Atoi(found[1])
		return n, err == nil
	}
	return 0, false
}

func clampSeconds(n float64) int {
	if math.IsNaN(n) {
		return 0
	}
	return int(min(max(n, 0), maxWait.Seconds()))
}

func member(object map[string]any, name string) map[string]any {
	inner, _ := object[name].(map[string]any)
	return inner
}

// seconds rounds up to whole seconds.
func seconds(d time.Duration) int { return int((d + time.Second - 1) / time.Second) }
