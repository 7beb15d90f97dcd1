package disposable

import "syscall"

// limitMemory limits the data segment. This system does not limit the address space, and leaves memory to the guard.
func limitMemory(most uint64) error { return setLimit(syscall.RLIMIT_DATA, most) }

// room returns how much memory the caller's limit leaves to this process, in bytes.
func room() uint64 {
	var now syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_DATA, &now) != nil {
		return anyMemory
	}
	return min(now.Max, anyMemory)
}

// residentUnit is the unit of resident memory in getrusage, in bytes.
const residentUnit = 1
