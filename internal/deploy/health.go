package deploy

import (
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
	// healthPath is a route of every worker (docs/runtime.md).
	healthPath = "/_svc/health"
	// healthTries is the number of health checks per worker. A new address takes up to a minute to propagate, and
	// until a new version has propagated, the placeholder answers 503 (edge documentation, workers.dev).
	healthTries = 16
	// firstHealthPause grows by half with each attempt, up to longestHealthPause.
	firstHealthPause   = 500 * time.Millisecond
	longestHealthPause = 10 * time.Second
	// healthTimeout limits one health check.
	healthTimeout = 10 * time.Second
	// maxHealth is the number of bytes read of a response.
	maxHealth = 64 << 10
)

// Attempt is a failed health check that is tried again.
type Attempt struct {
	URL        string
	Number, Of int
	Err        error
}

// HTTPHealth checks the health of workers over HTTP.
type HTTPHealth struct {
	Do    func(*http.Request) (*http.Response, error)
	Sleep func(context.Context, time.Duration) error
}

// Probe checks a worker until it is healthy, up to healthTries times. It returns the last error. failed is called after
// each attempt that is not the last one.
func (h HTTPHealth) Probe(ctx context.Context, origin string, failed func(Attempt)) error {
	return attempts(ctx, h.Sleep, func() error { return h.ask(ctx, origin) }, func(try int, err error) {
		failed(Attempt{URL: origin + healthPath, Number: try, Of: healthTries, Err: err})
	})
}

// attempts asks until there is no error, up to healthTries times, with growing pauses. failed is called after each
// attempt that is not the last one.
func attempts(
	ctx context.Context, sleep func(context.Context, time.Duration) error, ask func() error, failed func(int, error),
) error {
	pause := firstHealthPause
	for try := 1; ; try++ {
		err := ask()
		if err == nil || ctx.Err() != nil || try == healthTries {
			return err
		}
		failed(try, err)
		if err := sleep(ctx, pause); err != nil {
			return err
		}
		pause = min(pause*3/2, longestHealthPause)
	}
}

func (h HTTPHealth) ask(ctx context.Context, origin string) error {
	limited, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(limited, http.MethodGet, origin+healthPath, http.NoBody)
	if err != nil {
		return err
	}
	response, err := h.Do(request)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("no answer within %s", healthTimeout)
	case err != nil:
		if failed, ok := errors.AsType[*url.Error](err); ok {
			return failed.Err // who reports it names the URL
		}
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, maxHealth))
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
