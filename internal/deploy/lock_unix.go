//go:build unix

package deploy

import (
	"errors"
	"os"
	"syscall"
)

// lockFile takes an exclusive lock, which the kernel releases when the process ends.
func lockFile(file *os.File) error {
	err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return errHeld
	}
	return err
}
