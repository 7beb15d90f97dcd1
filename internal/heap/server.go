package heap

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

const (
	// serverSize is the heap size, in bytes, up to which a server does not collect garbage. `svc dev` keeps 20 MB after
	// many requests. With Go's default, a quarter of its processor time went to collections.
	serverSize = 48 << 20
	// defaultPercent is Go's: a larger heap may grow to twice what it keeps.
	defaultPercent = 100
)

// Serve makes garbage be collected when the heap reaches serverSize, or twice the size of what it keeps. It affects the
// whole process: call it at the start of a server.
func Serve() {
	setPercent()
	runtime.SetFinalizer(new([16]byte), func(*[16]byte) { Serve() }) // after each collection
}

// setPercent sets the collector to the size of what the last collection has kept.
func setPercent() {
	kept := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(kept)
	debug.SetGCPercent(percentFor(kept[0].Value.Uint64()))
}

// percentFor returns how much the heap may grow, in percent of what it keeps. Before the first collection it keeps
// nothing, and Go takes minimumSize.
func percentFor(kept uint64) int {
	kept = max(kept, minimumSize)
	if kept >= serverSize {
		return defaultPercent
	}
	return max(defaultPercent, int(100*(serverSize-kept)/kept))
}
