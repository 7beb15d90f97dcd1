package edgeapi

import (
	"context"
	"net/http"
	"net/url"
	"time"
)

// Tail is an open log of a script, for internal/taillog.
type Tail struct {
	ID        string    `json:"id"`
	URL       string    `json:"url"` // wss
	ExpiresAt time.Time `json:"expires_at"`
}

// CreateTail opens the log of a script.
func (c *Client) CreateTail(ctx context.Context, script string) (Tail, error) {
	in := map[string][]string{"filters": {}}
	return ask[Tail](ctx, c, request{method: http.MethodPost, path: c.scriptPath(script, "/tails"), json: in})
}

// DeleteTail closes a log. A missing log is not an error.
func (c *Client) DeleteTail(ctx context.Context, script, id string) error {
	err := c.call(ctx, request{method: http.MethodDelete, path: c.scriptPath(script, "/tails/"+url.PathEscape(id))}, nil)
	if IsStatus(err, http.StatusNotFound) {
		return nil
	}
	return err
}
