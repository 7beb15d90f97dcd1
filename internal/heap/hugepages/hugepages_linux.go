// Package hugepages has Go place a part of its heap in huge pages of the system. Each first use of an ordinary page of
// 4 KB interrupts the program, which takes a quarter of the processor time of a load. Go asks for no huge pages itself.
//
// A process calls Begin while its packages are initialized, so this package must not import others: see package
// disposable/early.
package hugepages

import (
	"syscall"
	"unsafe"
)

const (
	// pageSize is the size of a huge page, in bytes.
	pageSize = 2 << 20
	// arena is the size of the address space that Go takes for its heap at once, in bytes (runtime, heapArenaBytes).
	arena = 64 << 20
	// chunk is the least part of an arena that Go begins to use, in bytes (runtime, pallocChunkBytes).
	chunk = 4 << 20
	// populated is the part of the heap that Begin also has the system provide, in bytes: the least that a load needs.
	populated = 8 << 20
	// populateWrite is MADV_POPULATE_WRITE of linux/mman.h. Linux before 5.14 does not know it.
	populateWrite = 23
	// otherFrames is how much of a stack is left for frames of other functions, in bytes.
	otherFrames = 64 << 10
)

// blocks are the sizes of memory that one goroutine can reserve, in bytes. Go doubles a stack until a frame fits. The
// smallest one is below the limit of stacks in a survey, the largest one is the limit in a load (internal/disposable).
var blocks = []struct {
	size    int
	reserve func(size int, then func(), never any)
}{
	{32 << 20, inFrame[[32<<20 - otherFrames]byte]},
	{64 << 20, inFrame[[64<<20 - otherFrames]byte]},
	{128 << 20, inFrame[[128<<20 - otherFrames]byte]},
	{256 << 20, inFrame[[256<<20 - otherFrames]byte]},
}

// Begin reserves the smallest block, and has the system provide the part of the heap that comes first. It is for the
// start of a process that will load a project, in a goroutine of its own: other packages are initialized on one core
// meanwhile.
func Begin() {
	Reserve(blocks[0].size)
	var here byte // in the first chunk, as all early stacks
	first := uintptr(unsafe.Pointer(&here)) &^ (chunk - 1)
	for at := first + pageSize; at < first+populated; at += pageSize {
		_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, at, pageSize, populateWrite)
	}
}

// Reserve has Go place about the next size bytes of its heap in huge pages, if the system allows that. It gets the
// memory as stacks of goroutines. Go takes a large stack back when its goroutine ends, but other memory only when it
// collects garbage, which takes longer than huge pages save in a small project.
//
// It keeps each stack until the last one has its place.
func Reserve(size int) {
	i := 0
	for blocks[i].size < size && i+1 < len(blocks) {
		i++
	}
	block, done := blocks[i], make(chan struct{})
	then := func() {
		if size > block.size {
			Reserve(size - block.size)
		}
	}
	go func() {
		defer close(done)
		block.reserve(block.size, then, nil)
	}()
	<-done
}

// inFrame runs then in a frame with room for an F, which it does not touch: never is nil, which the compiler does not
// know. (A variable of that size would be in the heap, and a function with such a parameter has a map of it.)
//
//go:noinline
func inFrame[F any](size int, then func(), never any) {
	if call, ok := never.(func(F)); ok {
		var argument F
		call(argument)
	}
	ask(uintptr(size))
	then()
}

// ask asks for huge pages in the frame of the caller, and in the part of the heap below it, which Go fills first. The
// system skips what is not mapped. Without any huge page, the program is only slower.
//
//go:noinline
func ask(size uintptr) {
	var lowest byte
	start := uintptr(unsafe.Pointer(&lowest))
	first, end := (start-arena)&^(pageSize-1), (start+size)&^(pageSize-1)
	_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, first, end-first, syscall.MADV_HUGEPAGE)
}
