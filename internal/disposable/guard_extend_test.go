//go:build linux || darwin

package disposable

import (
	"testing"
	"time"
)

// takeMillisecond takes a millisecond of CPU time.
func takeMillisecond() {
	for start := used().processor; used().processor-start < time.Millisecond; {
		continue
	}
}

func TestPhaseThatIsExtendedMayTakeMore(t *testing.T) {
	g := &guard{memory: anyMemory}
	g.begin(0, true)
	takeMillisecond()
	if got := g.exceeded(); got != Endless {
		t.Errorf("beyond its limit it says %q", got)
	}
	g.extend(time.Hour)
	if got := g.exceeded(); got != "" {
		t.Errorf("within its longer limit it says %q", got)
	}
	g.begin(Unlimited, true)
	g.extend(time.Hour)
	if got := g.exceeded(); got != "" {
		t.Errorf("without a limit it says %q", got)
	}
	g.begin(0, true)
	takeMillisecond()
	if got := g.exceeded(); got != Endless {
		t.Errorf("beyond the limit of the next phase it says %q", got)
	}
}
