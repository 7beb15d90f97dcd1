package heap

import (
	"bytes"
	"os"
	"runtime/debug"
	"syscall"
	"unsafe"
)

// hugePagesFile says in brackets which memory gets huge pages: always, madvise or never. Most distributions choose
// madvise: only what a program asks them for (kernel, Documentation/admin-guide/mm/transhuge.rst).
const hugePagesFile = "/sys/kernel/mm/transparent_hugepage/enabled"

// hugePage is the size of a huge page, in bytes.
const hugePage = 2 << 20

// otherFrames is how much of a stack is left for frames of other functions, in bytes.
const otherFrames = 64 << 10

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

// reserve has Go place about the next size bytes of its heap in huge pages of the system, if the system leaves that to
// programs. Each first use of an ordinary page of 4 KB interrupts the program, which takes a quarter of the processor
// time of a load. Go asks for no huge pages itself.
//
// It gets the memory as stacks of goroutines. Go takes a large stack back when its goroutine ends, but other memory
// only when it collects garbage, which takes longer than huge pages save in a small project.
func reserve(size int) {
	enabled, err := os.ReadFile(hugePagesFile)
	if err == nil && bytes.Contains(enabled, []byte("[madvise]")) && int64(size) < debug.SetMemoryLimit(-1)/2 {
		reserveStacks(size)
	}
}

// reserveStacks keeps each stack until the last one has its place.
func reserveStacks(size int) {
	i := 0
	for blocks[i].size < size && i+1 < len(blocks) {
		i++
	}
	block, done := blocks[i], make(chan struct{})
	then := func() {
		if size > block.size {
			reserveStacks(size - block.size)
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
	askForHugePages(uintptr(size))
	then()
}

// arena is the size of the address space that Go takes for its heap at once, in bytes (runtime, heapArenaBytes).
const arena = 64 << 20

// askForHugePages asks for them in the frame of the caller, and in the part of the heap below it, which Go fills first.
// The system skips what is not mapped. Without any huge page, the program is only slower.
//
//go:noinline
func askForHugePages(size uintptr) {
	var lowest byte
	start := uintptr(unsafe.Pointer(&lowest))
	first, end := (start-arena)&^(hugePage-1), (start+size)&^(hugePage-1)
	_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, first, end-first, syscall.MADV_HUGEPAGE)
}
