//go:build unix

package projectfs

import (
	"errors"
	"os"
	"syscall"
)

// Lock takes an exclusive lock, which the kernel releases when the process ends.
func Lock(file *os.File) error {
	err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrHeld
	}
	return err
}
