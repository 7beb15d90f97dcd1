package disposable

import (
	"os"
	"syscall"
)

// attributes are none: the lifeline ends the child.
func attributes() *syscall.SysProcAttr { return nil }

// memoryFile makes a file and removes its name.
func memoryFile(name string) (*os.File, error) {
	file, err := os.CreateTemp("", "svc-"+name)
	if err != nil {
		return nil, err
	}
	return file, os.Remove(file.Name())
}

// limitMemory limits the data segment. This system does not limit the address space, and leaves memory to the guard.
func limitMemory(most uint64) error { return setLimit(syscall.RLIMIT_DATA, most) }

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
