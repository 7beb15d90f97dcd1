package supervise

import "syscall"

// Supported reports whether child processes can inherit sockets on this system.
const Supported = false

func ownGroup() *syscall.SysProcAttr { return nil }

func keep(...int) {}
