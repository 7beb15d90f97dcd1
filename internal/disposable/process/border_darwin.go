package process

import (
	"os"
	"syscall"
)

// attributes are none: the lifeline ends the child.
func attributes() *syscall.SysProcAttr { return nil }

func pipe() (r, w *os.File, err error) { return os.Pipe() }

// commonDescriptors is how many descriptors HideFromChildren looks at.
const commonDescriptors = 1024

// HideFromChildren keeps descriptors that this process inherited from its children.
func HideFromChildren() {
	for descriptor := MessagesFile; descriptor < commonDescriptors; descriptor++ {
		syscall.CloseOnExec(descriptor)
	}
}
