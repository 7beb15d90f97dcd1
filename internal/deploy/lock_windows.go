// This file locks a file as Windows does: a second handle for writing is refused while the first is open.

package deploy

import (
	"errors"
	"os"
	"syscall"
)

// errSharing is the system's ERROR_SHARING_VIOLATION.
const errSharing = syscall.Errno(32)

// lockFile opens the file once more, for this process alone; that handle lasts as long as the process does.
func lockFile(file *os.File) error {
	name, err := syscall.UTF16PtrFromString(file.Name() + ".held")
	if err != nil {
		return err
	}
	_, err = syscall.CreateFile(name, syscall.GENERIC_WRITE, 0, nil, syscall.OPEN_ALWAYS, syscall.FILE_ATTRIBUTE_NORMAL, 0)
	if errors.Is(err, errSharing) {
		return errHeld
	}
	return err
}
