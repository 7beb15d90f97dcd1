//go:build linux || darwin

package build

import (
	"testing"
	"time"
)

// A busy machine must not make the warning of a slow start appear.
func TestTheStartTimeDoesNotCountTimeWithoutTheProcessor(t *testing.T) {
	now := time.Unix(0, 0)
	busy := func() time.Time {
		now = now.Add(time.Hour) // other programs have the processor
		return now
	}
	starts := StartTimes(t.Context(), mustBuild(t, writeApp(t, t.TempDir(), app), nil), busy)
	for _, start := range starts {
		if start.Took <= 0 || start.Took >= time.Hour {
			t.Errorf("%s took %s", start.Script, start.Took)
		}
	}
	if len(starts) == 0 {
		t.Error("no script was started")
	}
}
