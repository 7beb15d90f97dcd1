package edgeapi

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/apiclient"
)

// longestReset is the longest reset of the limit that is believed.
const longestReset = time.Hour

// noteLimit records when the token's limit of 1200 requests in 5 minutes (edge docs, API) is exhausted:
// `Ratelimit: "default";r=0;t=12`.
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
	if remaining != 0 || reset <= 0 || reset > int(longestReset/time.Second) {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if until := c.Now().Add(time.Duration(reset) * time.Second); until.After(c.held) {
		c.held = until
	}
}

// waitForLimit waits until the limit has reset. A request before that blocks the token for 5 minutes.
func (c *Client) waitForLimit(ctx context.Context, r apiclient.Request) error {
	c.mu.Lock()
	pause := c.held.Sub(c.Now())
	c.mu.Unlock()
	switch {
	case pause <= 0:
		return ctx.Err()
	case pause > apiclient.LongestPause:
		return &Error{
			Status: http.StatusTooManyRequests, Call: r.Name(), RetryAfter: pause,
			Message: "the request limit of this token is exhausted for " + pause.Round(time.Second).String(),
		}
	}
	return c.Sleep(ctx, pause)
}
