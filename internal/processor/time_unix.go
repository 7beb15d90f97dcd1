//go:build linux || darwin

package processor

import (
	"syscall"
	"time"
)

// Time returns the processor time that this process has used, 0 if the system does not tell.
func Time() time.Duration {
	var all syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &all) != nil {
		return 0
	}
	return time.Duration(all.Utime.Nano() + all.Stime.Nano())
}
