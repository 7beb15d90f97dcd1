package watchdog

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/dop251/goja"

	"github.com/appsvc/svc/internal/jsvm"
)

func TestDeadlineWaitsForProcessorTimeOnABusyMachine(t *testing.T) {
	for name, c := range map[string]struct {
		share float64 // of the processor that the process gets
		want  time.Duration
	}{
		"a free machine":      {1, time.Second},
		"two processors":      {2, time.Second},
		"half a processor":    {0.5, 2 * time.Second},
		"a starved process":   {0.01, starvation * time.Second},
		"a system without it": {0, time.Second},
		"two fifths":          {0.4, 2500 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				d := newDeadline(time.Second, func() time.Duration {
					return time.Duration(float64(time.Since(start)) * c.share)
				})
				for <-d.timer.C; !d.over(); <-d.timer.C {
				}
				if took := time.Since(start); took != c.want {
					t.Errorf("the deadline was over after %v, want %v", took, c.want)
				}
			})
		})
	}
}

func TestVMsThatDoNotStopAreGivenUpByProcessorTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		w := New(Options{
			Exhausted:     func() bool { return true },
			ProcessorTime: func() time.Duration { return 1 + time.Since(start)/2 },
			Shards:        1,
		})
		defer w.Stop()
		<-w.GaveUp
		if took, want := time.Since(start), memoryProbe+2*surveyGiveUp; took != want {
			t.Errorf("given up after %v at half a processor, want %v", took, want)
		}
	})
}

func TestVMsThatDoNotReactAreStuckLongBeforeTheDeadline(t *testing.T) {
	used := time.Duration(1)
	turns := newTurns(&Options{Deadline: 5 * time.Second, Shards: 2, ProcessorTime: func() time.Duration { return used }})
	turns.Begin(goja.New(), 0)
	turns.Begin(goja.New(), 0)
	for !turns.tick() {
		if used += 10 * time.Millisecond; used > 5*time.Second {
			t.Fatal("not stuck at the deadline")
		}
	}
	if want := UnresponsiveTime(5*time.Second) + jsvm.GiveUpAfter; used < want || used > want+100*time.Millisecond {
		t.Errorf("stuck after %v of processor time, want %v", used, want)
	}
}
