package subprocess

import (
	"os/exec"
	"runtime"
	"syscall"
)

// dies reports that the system ends the program when this process is killed.
const dies = true

// LockToParent makes the kernel kill the process when this thread ends. It locks the caller to the thread.
func LockToParent(cmd *exec.Cmd) {
	runtime.LockOSThread()
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
}
