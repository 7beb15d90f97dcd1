package processor

import (
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// ofProcess marks a clock as that of a whole process: CPUCLOCK_SCHED of linux/posix-timers.h.
const ofProcess = 2

// TimeOf returns the processor time that a running process has used. For one that has ended it fails with
// os.ErrProcessDone.
func TimeOf(pid int) (time.Duration, error) {
	var used unix.Timespec
	err := unix.ClockGettime(int32(^pid<<3|ofProcess), &used)
	if err == unix.EINVAL { // the clock has gone with the process
		return 0, os.ErrProcessDone
	}
	if err != nil {
		return 0, os.NewSyscallError("clock_gettime", err)
	}
	return time.Duration(used.Nano()), nil
}
