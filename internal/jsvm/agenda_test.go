package jsvm

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// The order of timers is part of every report of a simulation.
func TestTimersFireByTimeAndThenInTheOrderOfTheCalls(t *testing.T) {
	clock := NewVirtualClock(time.Unix(0, 0))
	random := rand.New(rand.NewPCG(1, 2))
	type timer struct{ after, number int }
	var fired, want []timer
	for number := range 2000 {
		one := timer{random.IntN(50), number}
		stop := clock.AfterFunc(time.Duration(one.after), func() { fired = append(fired, one) })
		if random.IntN(3) == 0 {
			stop()
			stop() // the second time has no effect
			continue
		}
		want = append(want, one)
	}
	slices.SortStableFunc(want, func(a, b timer) int { return a.after - b.after })
	clock.Advance(time.Second)
	if !slices.Equal(fired, want) {
		t.Errorf("%d timers fired in another order than the %d expected", len(fired), len(want))
	}
}

func TestATimerThatHasFiredCannotBeRemoved(t *testing.T) {
	clock := NewVirtualClock(time.Unix(0, 0))
	stop := clock.AfterFunc(1, func() {})
	clock.Advance(1)
	fired := false
	clock.AfterFunc(1, func() { fired = true })
	stop()
	if clock.Advance(1); !fired {
		t.Error("it removed another timer")
	}
}
