// This file is what faults do to a request that they strike. A nil fault does nothing.

package crmsim

import (
	"context"
	"errors"
	"net/http"
	"time"
)

// errCut is the end of a connection, as a fault has it.
var errCut = errors.New("the connection was cut, as a fault has it")

// lets says whether the request reaches the account.
func (f *Fault) lets() bool { return f == nil || !f.Cut || f.Executed }

// replaces says whether the answer is the fault's own.
func (f *Fault) replaces() bool { return f != nil && f.Status != 0 }

// endure waits as long as the fault has the client wait; it fails when there is nobody to answer after that.
func (f *Fault) endure(ctx context.Context, clock Clock) error {
	switch {
	case f == nil:
		return nil
	case f.LatencyMs > 0:
		if err := clock.Sleep(ctx, time.Duration(f.LatencyMs)*time.Millisecond); err != nil {
			return err
		}
	}
	if f.Cut {
		return errCut
	}
	return nil
}

// answer is the fault's own: an error of the platform, unless it has a body.
func (f *Fault) answer(c *call) (int, any) {
	for name, value := range f.Headers {
		c.header.Set(name, value)
	}
	switch {
	case f.Body != "":
		return f.Status, []byte(f.Body)
	case f.Status == http.StatusNoContent:
		return f.Status, nil
	case f.Status == http.StatusTooManyRequests:
		return c.failed(f.policy().refusal(c))
	}
	return c.failed(&apiError{status: f.Status, message: http.StatusText(f.Status)})
}

func (f *Fault) policy() policy {
	if f.Policy == "" {
		return burstPolicy
	}
	return policies[f.Policy]
}

// spoil cuts an answer short that is to be malformed.
func (f *Fault) spoil(answered reply) reply {
	if f != nil && f.Malformed {
		answered.body = answered.body[:len(answered.body)/2]
	}
	return answered
}
