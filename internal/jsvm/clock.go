package jsvm

import "time"

// Clock tells the time and runs timers. Several goroutines may use it.
type Clock interface {
	Now() time.Time
	// AfterFunc calls f once, on any goroutine, after d, unless stop is called before.
	AfterFunc(d time.Duration, f func()) (stop func())
}

// SystemClock returns the clock of this machine. Pass time.Now.
func SystemClock(now func() time.Time) Clock { return systemClock{now} }

type systemClock struct{ now func() time.Time }

func (c systemClock) Now() time.Time { return c.now() }

func (systemClock) AfterFunc(d time.Duration, f func()) func() {
	timer := time.AfterFunc(d, f)
	return func() { timer.Stop() }
}
