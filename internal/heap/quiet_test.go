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

func TestOneShotCollectsOnlyHugeHeaps(t *testing.T) {
	before := percent()
	restore := OneShot()
	if got := percent(); got < 1000 {
		t.Errorf("percent = %d", got)
	}
	restore()
	if got := percent(); got != before {
		t.Errorf("percent = %d, want %d", got, before)
	}
}

func TestFirstCollectionRestoresTheCollector(t *testing.T) {
	before := percent()
	defer debug.SetGCPercent(before)
	OneShot()
	for range 100 {
		runtime.GC()
		if percent() == before {
			return
		}
		time.Sleep(10 * time.Millisecond) // the finalizer runs on another goroutine
	}
	t.Errorf("percent = %d, want %d", percent(), before)
}

func TestCollectionOfReservedMemoryRestoresNothing(t *testing.T) {
	before := percent()
	defer debug.SetGCPercent(before)
	defer OneShot()()
	Expect(fewFiles + 1)
	for range 10 {
		time.Sleep(time.Millisecond) // a finalizer would run meanwhile
		if percent() == before {
			t.Fatal("the collector runs as before")
		}
	}
	for range 100 {
		runtime.GC()
		if percent() == before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("percent = %d, want %d", percent(), before)
}
