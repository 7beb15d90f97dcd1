//go:build linux || darwin

package disposable

import (
	"os"
	"syscall"
	"time"
)

// Supported reports whether this system has disposable processes.
const Supported = true

// limitProcess limits this process. The system bounds the data segment, not the address space, of which the Go runtime
// reserves more than it uses. Systems that do not bound it leave memory to the guard.
func limitProcess() error {
	limitHeap()
	for _, limit := range []struct {
		resource int
		most     uint64
	}{
		{syscall.RLIMIT_DATA, dataLimit}, {syscall.RLIMIT_CPU, cpuSeconds}, {syscall.RLIMIT_CORE, 0},
		{syscall.RLIMIT_FSIZE, maxExchange},
	} {
		var now syscall.Rlimit
		if err := syscall.Getrlimit(limit.resource, &now); err != nil {
			return os.NewSyscallError("getrlimit", err)
		}
		now.Cur, now.Max = min(now.Cur, limit.most), min(now.Max, limit.most)
		if err := syscall.Setrlimit(limit.resource, &now); err != nil {
			return os.NewSyscallError("setrlimit", err)
		}
	}
	return nil
}

// cpuTime returns the CPU time that this process has used.
func cpuTime() time.Duration {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
