package disposable

import (
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// attributes makes the system end the child with the thread that started it.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }

// MemoryFile makes a file without a name.
func MemoryFile(name string) (*os.File, error) {
	descriptor, err := unix.MemfdCreate(name, unix.MFD_CLOEXEC)
	if err != nil {
		return nil, os.NewSyscallError("memfd_create", err)
	}
	return os.NewFile(uintptr(descriptor), name), nil
}

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

// hideFromChildren keeps what this process has from its children: descriptors that it inherited itself, and its
// environment and memory in /proc, which processes of the same user could read. Neither fails on Linux 5.11 and later;
// on older systems the descriptors stay open.
func hideFromChildren() {
	_ = unix.CloseRange(messagesFile, ^uint(0)>>1, unix.CLOSE_RANGE_CLOEXEC)
	_ = unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0)
}
