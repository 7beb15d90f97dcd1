//go:build !windows

package supervise

import "syscall"

// Supported reports whether child processes can inherit sockets on this system.
const Supported = true

// ownGroup keeps the signals of the terminal from the child.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// keep keeps files from the programs that this process starts: the supervisor waits until no process has them open.
func keep(files ...int) {
	for _, file := range files {
		syscall.CloseOnExec(file)
	}
}
