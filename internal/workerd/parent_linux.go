package workerd

import (
	"os/exec"
	"runtime"
	"syscall"
)

// dies reports that the system ends the engine when this process is killed.
const dies = true

// lockToParent makes the kernel kill the process when this thread ends. It locks the caller to the thread.
func lockToParent(cmd *exec.Cmd) {
	runtime.LockOSThread()
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
}
