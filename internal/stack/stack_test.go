package stack

import (
	"runtime/debug"
	"testing"
	"unsafe"
)

// moves reports whether the stack of a new goroutine is copied when frames of 32 KB follow.
func moves(prepare func()) bool {
	moved := make(chan bool)
	go func() {
		prepare()
		var here byte
		before := uintptr(unsafe.Pointer(&here))
		descend(32)
		moved <- uintptr(unsafe.Pointer(&here)) != before
	}()
	return <-moved
}

//go:noinline
func descend(kilobytes int) byte {
	var space [1 << 10]byte
	if kilobytes > 0 {
		space[kilobytes] = descend(kilobytes - 1)
	}
	return space[0]
}

func TestReservedStackIsNotCopied(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // a collection shrinks stacks
	if !moves(func() {}) {
		t.Error("the stack of a new goroutine has room for deep recursion: Reserve is not needed")
	}
	if moves(Reserve) {
		t.Error("the reserved stack was copied")
	}
}
