package heap

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

func percent() int {
	p := debug.SetGCPercent(100)
	debug.SetGCPercent(p)
	return p
}

func TestFirstCollectionRestoresTheCollector(t *testing.T) {
	before := percent()
	defer debug.SetGCPercent(before)
	OneShot()
	OneShot() // as commands in one test process
	if got := percent(); got < 1000 {
		t.Errorf("percent = %d", got)
	}
	for range 100 {
		runtime.GC()
		if percent() == before {
			return
		}
		time.Sleep(10 * time.Millisecond) // the finalizer runs on another goroutine
	}
	t.Errorf("percent = %d, want %d", percent(), before)
}
