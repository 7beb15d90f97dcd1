package heap

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

func TestServerCollectsAtAFixedSizeOrWhenItsHeapHasGrown(t *testing.T) {
	for _, one := range []struct {
		kept uint64 // MB
		want int
	}{{0, 1250}, {4, 1250}, {12, 350}, {24, 125}, {28, 92}, {40, 60}, {54, 100}, {4000, 100}} {
		if got := percentFor(one.kept << 20); got != one.want {
			t.Errorf("%d MB: %d percent, want %d", one.kept, got, one.want)
		}
	}
}

func TestServerIsSetAfterEachCollection(t *testing.T) {
	before := percent()
	defer debug.SetGCPercent(before)
	Serve()
	kept := make([]byte, 2*serverSize)
	defer runtime.KeepAlive(kept)
	for range 100 {
		runtime.GC()
		if percent() == defaultPercent {
			return
		}
		time.Sleep(10 * time.Millisecond) // the finalizer runs on another goroutine
	}
	t.Errorf("percent = %d for a large heap, want %d", percent(), defaultPercent)
}
