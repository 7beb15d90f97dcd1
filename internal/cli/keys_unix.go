//go:build unix

package cli

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// unbuffered makes a terminal deliver each key at once. Output and signals stay as they are, unlike in raw mode.
func unbuffered(terminal *os.File) (restore func(), err error) {
	fd := int(terminal.Fd())
	if group, err := unix.IoctlGetInt(fd, unix.TIOCGPGRP); err != nil || group != unix.Getpgrp() {
		return nil, errors.Join(errors.New("the process runs in the background"), err)
	}
	before, err := unix.IoctlGetTermios(fd, getTermios)
	if err != nil {
		return nil, err
	}
	changed := *before
	changed.Lflag &^= unix.ICANON | unix.ECHO
	changed.Cc[unix.VMIN], changed.Cc[unix.VTIME] = 1, 0
	if err := unix.IoctlSetTermios(fd, setTermios, &changed); err != nil {
		return nil, err
	}
	return func() { _ = unix.IoctlSetTermios(fd, setTermios, before) }, nil // a failure cannot be handled
}
