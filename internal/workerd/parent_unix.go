//go:build !linux && !windows

package workerd

import (
	"os/exec"
	"syscall"
)

// dies reports that the system does not end the engine when this process is killed.
const dies = false

// lockToParent keeps the signals of the terminal from the process.
func lockToParent(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
