package crmsim

import (
	"math/rand/v2"
	"testing"
	"time"
)

func TestWindowNeverExceedsItsMaximum(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	w := &window{max: 7, interval: time.Second}
	var taken []time.Time
	for now := time.Date(2026, 11, 20, 9, 30, 0, 0, time.UTC); len(taken) < 2000; now = now.Add(
		time.Duration(random.IntN(200)) * time.Millisecond,
	) {
		inWindow := 0
		for _, call := range taken {
			if call.Add(w.interval).After(now) {
				inWindow++
			}
		}
		if left := w.left(now); left != w.max-inWindow {
			t.Fatalf("%d left with %d calls in the window", left, inWindow)
		}
		if w.left(now) > 0 {
			w.take(now)
			taken = append(taken, now)
			continue
		}
		later := &window{max: w.max, interval: w.interval, calls: w.calls}
		if wait := w.wait(now); later.left(now.Add(wait-1)) != 0 || later.left(now.Add(wait)) == 0 {
			t.Fatalf("wait returned %v", wait)
		}
	}
}
