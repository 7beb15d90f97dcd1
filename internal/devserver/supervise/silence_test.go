package supervise

import (
	"errors"
	"os"
	"testing"
	"time"
)

func TestSilenceIsAHangOfAProcessThatRuns(t *testing.T) {
	for name, c := range map[string]struct {
		used  time.Duration
		err   error
		hangs bool
	}{
		"one that uses the processor": {allowedSilence / 2, nil, true},
		"one that waits":              {allowedSilence/2 - 1, nil, false},
		"one of another system":       {0, errors.ErrUnsupported, true},
		"one that has ended":          {0, os.ErrProcessDone, false}, // its exit code says more
	} {
		t.Run(name, func(t *testing.T) {
			s := silence{limit: allowedSilence, used: func() (time.Duration, error) { return 0, nil }}
			s.end()
			s.used = func() (time.Duration, error) { return c.used, c.err }
			if s.grow(allowedSilence - 1) {
				t.Error("a short silence is a hang")
			}
			if got := s.grow(1); got != c.hangs {
				t.Errorf("hangs: %v, want %v", got, c.hangs)
			}
			if !s.grow(longestSilence) {
				t.Error("the longest silence is none")
			}
		})
	}
}
