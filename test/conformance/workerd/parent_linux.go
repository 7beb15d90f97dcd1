package workerd

import (
	"os/exec"
	"runtime"
	"syscall"
)

// lockToParent makes the kernel kill the process when this thread ends. It locks the caller to the thread.
func lockToParent(cmd *exec.Cmd) {
	runtime.LockOSThread()
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}
