// This file ties the engine's life to ours, as only Linux can.

package workerd

import (
	"os/exec"
	"runtime"
	"syscall"
)

// lockToParent has the kernel end the process when this thread ends. The caller stays on it.
func lockToParent(cmd *exec.Cmd) {
	runtime.LockOSThread()
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}
