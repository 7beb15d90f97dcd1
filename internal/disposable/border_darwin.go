package disposable

import "syscall"

// attributes are none: the lifeline ends the child.
func attributes() *syscall.SysProcAttr { return nil }

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

// commonDescriptors is how many descriptors hideFromChildren looks at.
const commonDescriptors = 1024

// residentUnit is the unit of resident memory in getrusage, in bytes.
const residentUnit = 1

// hideFromChildren keeps descriptors that this process inherited from its children.
func hideFromChildren() {
	for descriptor := messagesFile; descriptor < commonDescriptors; descriptor++ {
		syscall.CloseOnExec(descriptor)
	}
}
