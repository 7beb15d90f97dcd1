package heap

import (
	"bytes"
	"os"
	"runtime"
	"runtime/debug"
	"syscall"
)

// hugePagesFile says in brackets which memory gets huge pages: always, madvise or never. Most distributions choose
// madvise: only what a program asks them for (kernel, Documentation/admin-guide/mm/transhuge.rst).
const hugePagesFile = "/sys/kernel/mm/transparent_hugepage/enabled"

// Reserve has Go place the next size bytes of its heap in huge pages of the system, if the system leaves that to
// programs. Each first use of an ordinary page of 4 KB interrupts the program, which takes a quarter of the processor
// time of a load of 200 files. Go asks for no huge pages itself.
//
// It collects garbage, to get the memory of a block that it allocates and does not use. So it pays only before much
// memory is allocated: here from some 20 MB. collected reports whether it did.
func Reserve(size int) (collected bool) {
	enabled, err := os.ReadFile(hugePagesFile)
	if err != nil || !bytes.Contains(enabled, []byte("[madvise]")) || int64(size) > debug.SetMemoryLimit(-1)/2 {
		return false
	}
	block := make([]byte, size)
	_ = syscall.Madvise(block, syscall.MADV_HUGEPAGE) // without, the program is slower
	runtime.KeepAlive(block)
	runtime.GC()
	return true
}
