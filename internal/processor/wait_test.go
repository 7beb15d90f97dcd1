package processor

import (
	"errors"
	"os"
	"testing"
	"time"
)

func TestOnlyAProcessThatRunsMakesALongWaitAHang(t *testing.T) {
	const limit, longest = 2 * time.Second, 30 * time.Second
	for name, c := range map[string]struct {
		used  time.Duration
		err   error
		hangs bool
	}{
		"one that uses the processor": {limit / 2, nil, true},
		"one that waits":              {limit/2 - 1, nil, false},
		"one of another system":       {0, errors.ErrUnsupported, true},
		"one that has ended":          {0, os.ErrProcessDone, false}, // its exit code says more
	} {
		t.Run(name, func(t *testing.T) {
			w := Wait{Limit: limit, Longest: longest, Used: func() (time.Duration, error) { return 0, nil }}
			w.Begin()
			w.Used = func() (time.Duration, error) { return c.used, c.err }
			if w.Grow(limit - 1) {
				t.Error("a short wait is a hang")
			}
			if got := w.Grow(1); got != c.hangs {
				t.Errorf("hangs: %v, want %v", got, c.hangs)
			}
			if !w.Grow(longest) {
				t.Error("the longest wait is none")
			}
		})
	}
}
