// This file reads the numbers of an answer: headers of the limits, and when to come again.

package diagnose

import (
	"math"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const (
	// longestWait is as much of a Retry-After as the runtime believes: the daily pool is full again after a day.
	longestWait = 24 * time.Hour
	// burstInterval is the window of the burst where no header says it (spec, Response headers).
	burstInterval = 10 * time.Second
)

// rateHeader is a header of the limits, whatever vendor's name is in front.
var rateHeader = regexp.MustCompile(`^x-[a-z]+-ratelimit-(.+)$`)

// deltaSeconds is a Retry-After that is no date: what the runtime believes, and no more ("Inf" is a float, too).
var deltaSeconds = regexp.MustCompile(`^\d+(\.\d+)?$`)

// budgetMessage is what a spent budget says on every surface (spec, Errors).
var budgetMessage = regexp.MustCompile(`CRM rate limit budget exhausted; retry after (\d{1,9})s\.`)

// Rates are the numbers that the headers told; nil is what they did not tell.
type Rates struct {
	Max               *int `json:"max,omitempty"`
	Remaining         *int `json:"remaining,omitempty"`
	SecondlyRemaining *int `json:"secondlyRemaining,omitempty"`
	IntervalMs        *int `json:"intervalMilliseconds,omitempty"`
	Daily             *int `json:"daily,omitempty"`
	DailyRemaining    *int `json:"dailyRemaining,omitempty"`
}

// rates reads the headers; told says that there was one at all.
func (a Answer) rates() (r Rates, told bool) {
	into := map[string]**int{
		"max": &r.Max, "remaining": &r.Remaining, "secondly-remaining": &r.SecondlyRemaining,
		"interval-milliseconds": &r.IntervalMs, "daily": &r.Daily, "daily-remaining": &r.DailyRemaining,
	}
	for name, value := range a.Header {
		found := rateHeader.FindStringSubmatch(name)
		if found == nil || into[found[1]] == nil {
			continue
		}
		value = strings.TrimSpace(value)
		if n, err := strconv.Atoi(value); err == nil && n >= 0 && len(value) <= 8 {
			*into[found[1]] = &n
			told = true
		}
	}
	return r, told
}

// interval is the window of the burst.
func (r Rates) interval() time.Duration {
	if r.IntervalMs != nil && *r.IntervalMs > 0 {
		return time.Duration(*r.IntervalMs) * time.Millisecond
	}
	return burstInterval
}

// left is what the window still takes: the lower of Remaining and Secondly-Remaining.
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

// retryAfter is when to come again: a header in seconds or as a date, or what a spent budget says.
func (a Answer) retryAfter(now time.Time) (time.Duration, bool) {
	if text, ok := a.Header["retry-after"]; ok {
		return retryAfterHeader(strings.TrimSpace(text), a.Header["date"], now)
	}
	if seconds, ok := a.budgetSeconds(); ok {
		return min(time.Duration(seconds)*time.Second, longestWait), true
	}
	return 0, false
}

// retryAfterHeader reads a date against the answer's own clock: ours may be wrong.
func retryAfterHeader(text, date string, now time.Time) (time.Duration, bool) {
	if deltaSeconds.MatchString(text) {
		seconds, _ := strconv.ParseFloat(text, 64) // too many digits are infinite, which is the longest wait
		return time.Duration(min(seconds, longestWait.Seconds()) * float64(time.Second)), true
	}
	until, err := http.ParseTime(text)
	if err != nil {
		return 0, false
	}
	if sent, err := http.ParseTime(strings.TrimSpace(date)); err == nil {
		now = sent
	}
	return min(max(0, until.Sub(now)), longestWait), true
}

// budgetSeconds are those of a backpressure result, on whatever surface.
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
	if found := budgetMessage.FindStringSubmatch(a.text("message")); found != nil {
		n, err := strconv.Atoi(found[1])
		return n, err == nil
	}
	return 0, false
}

func clampSeconds(n float64) int {
	if math.IsNaN(n) {
		return 0
	}
	return int(min(max(n, 0), longestWait.Seconds()))
}

func member(object map[string]any, name string) map[string]any {
	inner, _ := object[name].(map[string]any)
	return inner
}

// seconds are whole ones, and never too few.
func seconds(d time.Duration) int { return int((d + time.Second - 1) / time.Second) }
