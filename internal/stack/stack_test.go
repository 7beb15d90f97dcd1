package stack

import (
	"runtime/debug"
	"testing"
	"unsafe"
)

// moves reports whether the stack of a new goroutine is copied when frames of so many kilobytes follow.
func moves(prepare func(), kilobytes int) bool {
	moved := make(chan bool)
	go func() {
		prepare()
		var here byte
		before := uintptr(unsafe.Pointer(&here))
		descend(kilobytes)
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
	if !moves(func() {}, 32) {
		t.Error("the stack of a new goroutine has room for deep recursion: Reserve is not needed")
	}
	if moves(Reserve, 32) {
		t.Error("the reserved stack was copied")
	}
}

func TestReservesNoMoreThan64KBBelowLargeFrames(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	below := func() { belowFrames(20) }
	if moves(below, 32) {
		t.Error("the reserved stack was copied")
	}
	if !moves(below, 64) {
		t.Error("the stack has room for more than 64 KB")
	}
}

// belowFrames calls Reserve below frames of so many kilobytes.
//
//go:noinline
func belowFrames(kilobytes int) byte {
	var space [1 << 10]byte
	if kilobytes > 0 {
		space[kilobytes] = belowFrames(kilobytes - 1)
	} else {
		Reserve()
	}
	return space[0]
}
