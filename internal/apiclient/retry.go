package apiclient

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	// attempts is how often a request is sent at most.
	attempts = 3
	// firstPause is the longest pause before the second attempt. It doubles with each attempt; half of it is random.
	firstPause = time.Second
	// LongestPause is the longest Retry-After that a call waits for.
	LongestPause = 60 * time.Second
	// longestRetryAfter bounds what a server may ask for.
	longestRetryAfter = 24 * time.Hour
)

// Retry has what retries need from outside.
type Retry struct {
	Now func() time.Time
	// Sleep waits until the time has passed or the context ends.
	Sleep func(context.Context, time.Duration) error
	// Random returns a number in [0,1).
	Random func() float64
	// Before runs before each attempt, and may wait or fail. It may be nil.
	Before func(context.Context, Request) error
}

// next returns the pause before the next attempt, if there is one.
func (p *Retry) next(r Request, attempt int, last Response) (time.Duration, bool) {
	if p == nil || attempt >= attempts {
		return 0, false
	}
	switch {
	case last.Status == http.StatusTooManyRequests: // rejected unread: the request has no effect
	case last.Status > 0 && last.Status < http.StatusInternalServerError:
		return 0, false
	case !r.Repeatable:
		return 0, false
	}
	asked := RetryAfter(last.Header, p.Now())
	if asked > LongestPause {
		return 0, false
	}
	pause := firstPause << (attempt - 1)
	pause = pause/2 + time.Duration(p.Random()*float64(pause/2))
	return max(pause, asked), true
}

// RetryAfter reads the header in both forms, seconds or a date; 0 without it.
func RetryAfter(header http.Header, now time.Time) time.Duration {
	text := strings.TrimSpace(header.Get("Retry-After"))
	if seconds, err := strconv.Atoi(text); err == nil {
		return time.Duration(min(max(seconds, 0), int(longestRetryAfter/time.Second))) * time.Second
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(at.Sub(now), 0)
	}
	return 0
}
