package process

import (
	"os"
	"syscall"
	"unsafe"
)

// System calls and their flags that package syscall lacks, of linux/close_range.h, linux/memfd.h and the table of the
// architecture. golang.org/x/sys is initialized too late: see the comment of the package.
const (
	closeRange        = 436
	closeRangeCloexec = 1 << 2
	memfdCloexec      = 1
)

// attributes makes the system end the child with the thread that started it.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }

// MemoryFile makes a file without a name.
func MemoryFile(name string) (*os.File, error) {
	text, err := syscall.BytePtrFromString(name)
	if err != nil {
		return nil, err
	}
	descriptor, _, failure := syscall.Syscall(memfdCreate, uintptr(unsafe.Pointer(text)), memfdCloexec, 0)
	if failure != 0 {
		return nil, os.NewSyscallError("memfd_create", failure)
	}
	return os.NewFile(descriptor, name), nil
}

// pipe is like os.Pipe, without the poller of the Go runtime, which takes a while to start: the reader waits in the
// system call.
func pipe() (r, w *os.File, err error) {
	var ends [2]int
	if err := syscall.Pipe2(ends[:], syscall.O_CLOEXEC); err != nil {
		return nil, nil, os.NewSyscallError("pipe2", err)
	}
	return os.NewFile(uintptr(ends[0]), "|0"), os.NewFile(uintptr(ends[1]), "|1"), nil
}

// HideFromChildren keeps what this process has from its children: descriptors that it inherited itself, and its
// environment and memory in /proc, which processes of the same user could read. Neither fails on Linux 5.11 and later;
// on older systems the descriptors stay open.
func HideFromChildren() {
	_, _, _ = syscall.Syscall(closeRange, MessagesFile, ^uintptr(0)>>1, closeRangeCloexec)
	_, _, _ = syscall.Syscall(syscall.SYS_PRCTL, syscall.PR_SET_DUMPABLE, 0, 0)
}
