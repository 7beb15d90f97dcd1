package projectfs

import (
	"errors"
	"os"
	"syscall"
)

// errSharing is the system's ERROR_SHARING_VIOLATION.
const errSharing = syscall.Errno(32)

// Lock opens a second file exclusively. Windows refuses another handle until this process ends.
func Lock(file *os.File) error {
	name, err := syscall.UTF16PtrFromString(file.Name() + ".held")
	if err != nil {
		return err
	}
	_, err = syscall.CreateFile(name, syscall.GENERIC_WRITE, 0, nil, syscall.OPEN_ALWAYS, syscall.FILE_ATTRIBUTE_NORMAL, 0)
	if errors.Is(err, errSharing) {
		return ErrHeld
	}
	return err
}
