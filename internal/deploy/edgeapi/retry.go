// This file decides whether a call is sent again and when: what failed, whether it may arrive twice, and
// what the API says about its limit of 1200 requests in 5 minutes for one token (edge docs, API).

package edgeapi

import (
	"context"
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
	case errors.As(err, &told) && told.Status >= 500 && r.repeatable():
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

// noteLimit remembers when the API says that nothing is left: `Ratelimit: "default";r=0;t=12`.
func (c *Client) noteLimit(header http.Header) {
	remaining, reset := -1, -1
	for _, field := range strings.FieldsFunc(header.Get("Ratelimit"), func(r rune) bool { return r == ';' || r == ',' }) {
		name, value, _ := strings.Cut(strings.TrimSpace(field), "=")
		number, err := strconv.Atoi(value)
		if err != nil || number < 0 {
			continue
		}
		switch name {
		case "r":
			remaining = number
		case "t":
			reset = number
		}
	}
	if remaining != 0 || reset <= 0 || reset > int(time.Hour/time.Second) {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if until := c.Now().Add(time.Duration(reset) * time.Second); until.After(c.held) {
		c.held = until
	}
}

// waitForLimit waits until the API takes requests again: sending earlier shuts the token out for 5 minutes.
func (c *Client) waitForLimit(ctx context.Context, r request) error {
	c.mu.Lock()
	pause := c.held.Sub(c.Now())
	c.mu.Unlock()
	switch {
	case pause <= 0:
		return ctx.Err()
	case pause > longestPause:
		return &Error{
			Status: http.StatusTooManyRequests, Call: r.name(), RetryAfter: pause,
			Message: "the API has no request left for this token for " + pause.Round(time.Second).String(),
		}
	}
	return c.Sleep(ctx, pause)
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
