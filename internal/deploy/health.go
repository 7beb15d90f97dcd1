// This file asks workers whether they are up.

package deploy

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

const (
	// healthPath is a route of every worker (docs/runtime.md).
	healthPath = "/_svc/health"
	// healthTries is how often a worker is asked. A new address takes up to a minute to be known everywhere, and
	// until a new version is, the placeholder answers 503 (edge docs, workers.dev).
	healthTries = 16
	// firstHealthPause grows by half with every try, up to longestHealthPause.
	firstHealthPause   = 500 * time.Millisecond
	longestHealthPause = 10 * time.Second
	// healthTimeout is how long one answer may take.
	healthTimeout = 10 * time.Second
	// maxHealth is how much of an answer is read, in bytes.
	maxHealth = 64 << 10
)

// HTTPHealth asks over HTTP.
type HTTPHealth struct {
	Do    func(*http.Request) (*http.Response, error)
	Sleep func(context.Context, time.Duration) error
}

// Probe asks until the worker answers that it is up, or too often.
func (h HTTPHealth) Probe(ctx context.Context, origin string) error {
	pause := firstHealthPause
	for try := 1; ; try++ {
		err := h.ask(ctx, origin)
		if err == nil || ctx.Err() != nil || try == healthTries {
			return err
		}
		if err := h.Sleep(ctx, pause); err != nil {
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
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, maxHealth))
	if err != nil {
		return err
	}
	var told struct {
		OK *bool `json:"ok"`
	}
	switch {
	case json.Unmarshal(text, &told) != nil || told.OK == nil:
		return fmt.Errorf("status %d, and the answer is not of a worker of svc", response.StatusCode)
	case response.StatusCode != http.StatusOK || !*told.OK:
		return fmt.Errorf("status %d", response.StatusCode)
	}
	return nil
}
