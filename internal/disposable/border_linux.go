package disposable

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// attributes makes the system end the child with the thread that started it.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }

// memoryFile makes a file without a name.
func memoryFile(name string) (*os.File, error) {
	descriptor, err := unix.MemfdCreate(name, unix.MFD_CLOEXEC)
	if err != nil {
		return nil, os.NewSyscallError("memfd_create", err)
	}
	return os.NewFile(uintptr(descriptor), name), nil
}

// hideFromChildren keeps what this process has from its children: descriptors that it inherited itself, and its
// environment and memory in /proc, which processes of the same user could read. Neither fails on Linux 5.11 and later;
// on older systems the descriptors stay open.
func hideFromChildren() {
	_ = unix.CloseRange(messagesFile, ^uint(0)>>1, unix.CLOSE_RANGE_CLOEXEC)
	_ = unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0)
}
