package disposable

import (
	"testing"
	"time"
)

func TestTimeInWhichTheSystemLetsTheProcessNotRunDoesNotCount(t *testing.T) {
	g := &guard{}
	g.begin(Unlimited, false)
	now := g.probed
	after := func(pause time.Duration) time.Duration {
		now = now.Add(pause)
		return g.runs(now)
	}
	if got := after(probeInterval); got != probeInterval {
		t.Errorf("after one interval it has run for %v", got)
	}
	if got, want := after(time.Hour), probeInterval+longestProbe; got != want {
		t.Errorf("after a suspension it has run for %v, want %v", got, want)
	}
	for range 10 {
		after(probeInterval)
	}
	if got, want := after(0), 11*probeInterval+longestProbe; got != want {
		t.Errorf("after more intervals it has run for %v, want %v", got, want)
	}
}
