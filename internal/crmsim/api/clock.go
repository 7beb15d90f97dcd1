package api

import (
	"context"
	"time"
)

// Clock is the time of the emulated account, real or virtual. It is safe for concurrent use.
type Clock interface {
	Now() time.Time
	// Sleep waits for d. It returns an error if ctx ends first.
	Sleep(ctx context.Context, d time.Duration) error
	// Go runs f on a goroutine.
	Go(ctx context.Context, f func(context.Context))
}

// RealClock returns the clock of this machine; now is time.Now.
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
