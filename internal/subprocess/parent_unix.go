//go:build !linux && !windows

package subprocess

import (
	"os/exec"
	"syscall"
)

// dies reports that the system does not end the program when this process is killed.
const dies = false

// LockToParent keeps the signals of the terminal from the process.
func LockToParent(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
