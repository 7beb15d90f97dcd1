package main

import (
	"errors"
	"os"
	"syscall"
)

// setChildSubreaper is PR_SET_CHILD_SUBREAPER of linux/prctl.h.
const setChildSubreaper = 36

// adopt makes this process the parent of processes that outlive theirs: svc may end before the process that loaded the
// project, which uses most memory.
func adopt() error {
	if _, _, err := syscall.Syscall(syscall.SYS_PRCTL, setChildSubreaper, 1, 0); err != 0 {
		return err
	}
	return nil
}

// peakOf waits for the processes that a process has left, and returns the most memory that one of them or the process
// itself has used, in KiB.
func peakOf(state *os.ProcessState) int64 {
	most := state.SysUsage().(*syscall.Rusage).Maxrss
	for {
		var usage syscall.Rusage
		_, err := syscall.Wait4(-1, nil, 0, &usage)
		switch {
		case err == nil:
			most = max(most, usage.Maxrss)
		case !errors.Is(err, syscall.EINTR): // no child is left
			return most
		}
	}
}
