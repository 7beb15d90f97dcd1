// Package health waits until deployed workers are healthy.
//
// Start at HTTP.
package health

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

const (
	// path is a route of every worker (docs/runtime.md).
	path = "/_svc/health"
	// tries is the number of health checks per worker. A new address takes up to a minute to propagate, and
	// until a new version has propagated, the placeholder answers 503 (edge documentation, workers.dev).
	tries = 16
	// firstPause grows by half with each attempt, up to longestPause.
	firstPause   = 500 * time.Millisecond
	longestPause = 10 * time.Second
	// timeout limits one health check.
	timeout = 10 * time.Second
	// maxResponse is the number of bytes read of a response.
	maxResponse = 64 << 10
)

// Attempt is a failed health check that is tried again.
type Attempt struct {
	URL        string
	Number, Of int
	Err        error
}

// HTTP checks the health of workers over HTTP.
type HTTP struct {
	Do    func(*http.Request) (*http.Response, error)
	Sleep func(context.Context, time.Duration) error
}

// Probe checks a worker until it is healthy, up to tries times. It returns the last error. failed is called after
// each attempt that is not the last one.
func (h HTTP) Probe(ctx context.Context, origin string, failed func(Attempt)) error {
	return Attempts(ctx, h.Sleep, func() error { return h.ask(ctx, origin) }, func(try int, err error) {
		failed(Attempt{URL: origin + path, Number: try, Of: tries, Err: err})
	})
}

// Attempts asks until it succeeds, up to tries times, with growing pauses. failed is called after each
// attempt that is not the last one.
func Attempts(
	ctx context.Context, sleep func(context.Context, time.Duration) error, ask func() error, failed func(int, error),
) error {
	pause := firstPause
	for try := 1; ; try++ {
		err := ask()
		if err == nil || ctx.Err() != nil || try == tries {
			return err
		}
		failed(try, err)
		if err := sleep(ctx, pause); err != nil {
			return err
		}
		pause = min(pause*3/2, longestPause)
	}
}

func (h HTTP) ask(ctx context.Context, origin string) error {
	limited, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(limited, http.MethodGet, origin+path, http.NoBody)
	if err != nil {
		return err
	}
	response, err := h.Do(request)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("no answer within %s", timeout)
	case err != nil:
		if failed, ok := errors.AsType[*url.Error](err); ok {
			return failed.Err // who reports it names the URL
		}
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, maxResponse))
	if err != nil {
		return err
	}
	var health struct {
		OK *bool `json:"ok"`
	}
	switch {
	case json.Unmarshal(text, &health) != nil || health.OK == nil:
		return fmt.Errorf("unexpected %d: not a svc worker", response.StatusCode)
	case response.StatusCode != http.StatusOK || !*health.OK:
		return fmt.Errorf("status %d", response.StatusCode)
	}
	return nil
}

// Error reports that a worker is not healthy.
type Error struct {
	Script, Origin string
	Err            error
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s is not healthy at %s: %v", cmp.Or(e.Script, "a worker"), e.Origin, e.Err)
}

func (e *Error) Unwrap() error { return e.Err }
