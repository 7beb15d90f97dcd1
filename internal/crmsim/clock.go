// This file holds the time of the emulated account: this machine's, or a virtual one.

package crmsim

import (
	"context"
	"time"
)

// Clock tells the time, and is what everything waits by. It may be used from several goroutines.
type Clock interface {
	Now() time.Time
	// Sleep waits until d has passed; it leaves with an error when ctx ends.
	Sleep(ctx context.Context, d time.Duration) error
	// Go runs f on a goroutine of its own.
	Go(ctx context.Context, f func(context.Context))
}

// RealClock is the time of this machine; now is time.Now.
func RealClock(now func() time.Time) Clock { return realClock(now) }

type realClock func() time.Time

func (c realClock) Now() time.Time { return c() }

func (realClock) Sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (realClock) Go(ctx context.Context, f func(context.Context)) { go f(ctx) }
