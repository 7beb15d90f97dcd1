//go:build !windows

package supervise

import "syscall"

// Supported reports whether child processes can inherit sockets on this system.
const Supported = true

// ownGroup keeps the signals of the terminal from the child.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
