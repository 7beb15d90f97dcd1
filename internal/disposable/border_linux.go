package disposable

import (
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
)

// limitMemory has the system end this process when it takes more memory than this from now on, in bytes, in addition to
// the address space at the start. The limit of the data segment would not do: it ignores memory that was reserved
// before it is used, as the Go runtime does.
func limitMemory(most uint64) error {
	start, err := startSize()
	if err != nil {
		return err
	}
	return setLimit(syscall.RLIMIT_AS, start+most)
}

// room returns how much memory the caller's limit leaves to this process, beside the address space at the start, in
// bytes.
func room() uint64 {
	var now syscall.Rlimit
	start, err := startSize()
	if err != nil || syscall.Getrlimit(syscall.RLIMIT_AS, &now) != nil {
		return anyMemory
	}
	return min(now.Max, anyMemory) - min(now.Max, start)
}

// startSize returns the size of the address space at the first call, in bytes. It is mostly reserved, not used.
var startSize = sync.OnceValues(func() (uint64, error) {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, err
	}
	pages, _, _ := strings.Cut(string(text), " ")
	n, err := strconv.ParseUint(pages, 10, 64)
	return n * uint64(os.Getpagesize()), err
})

// residentUnit is the unit of resident memory in getrusage, in bytes.
const residentUnit = 1 << 10
