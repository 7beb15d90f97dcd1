//go:build !windows

package supervise

import "syscall"

// Supported says whether sockets can be handed down here.
const Supported = true

// ownGroup keeps the signals of the terminal from the child.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
