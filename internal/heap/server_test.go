package heap

import (
	"os"
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

func TestServerCollectsAtAFixedSizeOrWhenItsHeapHasGrown(t *testing.T) {
	for _, one := range []struct {
		kept uint64 // MB
		want int
	}{{0, 1325}, {4, 1325}, {12, 375}, {24, 137}, {28, 103}, {40, 60}, {57, 100}, {4000, 100}} {
		if got := percentFor(one.kept << 20); got != one.want {
			t.Errorf("%d MB: %d percent, want %d", one.kept, got, one.want)
		}
	}
}

func TestServerIsSetAfterEachCollection(t *testing.T) {
	before := percent()
	defer debug.SetGCPercent(before)
	pace()
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

func TestServerHasASpareThreadUnlessTheUserSetsTheirNumber(t *testing.T) {
	before, threads := percent(), runtime.GOMAXPROCS(0)
	defer debug.SetGCPercent(before)
	defer runtime.GOMAXPROCS(threads)
	t.Setenv("GOMAXPROCS", "7") // restored after the test
	if err := os.Unsetenv("GOMAXPROCS"); err != nil {
		t.Fatal(err)
	}
	Serve()
	if got := runtime.GOMAXPROCS(threads); got != threads+1 {
		t.Errorf("%d threads, want %d", got, threads+1)
	}
	t.Setenv("GOMAXPROCS", "7")
	Serve()
	if got := runtime.GOMAXPROCS(0); got != threads {
		t.Errorf("%d threads, want %d as set", got, threads)
	}
}
