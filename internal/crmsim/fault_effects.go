package crmsim

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/appsvc/svc/internal/crmsim/api"
)

// errCut reports that a fault cuts the connection.
var errCut = errors.New("a fault cut the connection")

// passesThrough reports whether the request reaches the account. A nil fault has no effect, here and below.
func (f *Fault) passesThrough() bool { return f == nil || !f.Cut || f.Executed }

// replaces reports whether the response is the fault's own.
func (f *Fault) replaces() bool { return f != nil && f.Status != 0 }

// apply delays the response. It returns an error if the client is gone afterwards.
func (f *Fault) apply(ctx context.Context, clock Clock) error {
	if f == nil {
		return nil
	}
	if f.LatencyMs > 0 {
		if err := clock.Sleep(ctx, time.Duration(f.LatencyMs)*time.Millisecond); err != nil {
			return err
		}
	}
	if f.Cut {
		return errCut
	}
	return nil
}

// answer returns the fault's own response: its body, or an error of the platform.
func (f *Fault) answer(c *api.Call, appID int64) (int, any) {
	for name, value := range f.Headers {
		c.Header.Set(name, value)
	}
	switch {
	case f.Body != "":
		return f.Status, []byte(f.Body)
	case f.Status == http.StatusNoContent:
		return f.Status, nil
	case f.Status == http.StatusTooManyRequests:
		return failed(c, f.policy().tooManyRequests(c.Caller, appID))
	}
	return failed(c, &api.Error{Status: f.Status, Message: http.StatusText(f.Status)})
}

func (f *Fault) policy() policy {
	if f.Policy == "" {
		return burstPolicy
	}
	return policies[f.Policy]
}

// corruptResponse truncates a response that the fault makes malformed.
func (f *Fault) corruptResponse(answered response) response {
	if f != nil && f.Malformed {
		answered.body = answered.body[:len(answered.body)/2]
	}
	return answered
}
