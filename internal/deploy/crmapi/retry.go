// This file decides whether a call is sent again and when.

package crmapi

import (
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	attempts = 3
	// firstPause doubles with every attempt; half of it is left to chance.
	firstPause = time.Second
	// longestPause is how long the API may ask to wait before that is an error.
	longestPause = 60 * time.Second
)

// again says whether to send the request once more, and after which pause.
func (c *Client) again(r request, attempt int, err error) (time.Duration, bool) {
	if err == nil || attempt >= attempts {
		return 0, false
	}
	var told *Error
	var broken *UnreachableError
	var asked time.Duration
	switch {
	case errors.As(err, &told) && told.Status == http.StatusTooManyRequests:
		asked = told.RetryAfter // it was refused unread: also what must not arrive twice may come again
	case errors.As(err, &told) && told.Status >= http.StatusInternalServerError && r.repeatable():
		asked = told.RetryAfter
	case errors.As(err, &broken) && r.repeatable():
	default:
		return 0, false
	}
	if asked > longestPause {
		return 0, false
	}
	pause := firstPause << (attempt - 1)
	pause = pause/2 + time.Duration(c.Random()*float64(pause/2))
	return max(pause, asked), true
}

// retryAfter reads the header in both its forms: seconds, or a date.
func retryAfter(header http.Header, now time.Time) time.Duration {
	text := strings.TrimSpace(header.Get("Retry-After"))
	if seconds, err := strconv.Atoi(text); err == nil {
		return time.Duration(min(max(seconds, 0), int(24*time.Hour/time.Second))) * time.Second
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(at.Sub(now), 0)
	}
	return 0
}
