//go:build unix && !linux

package main

import (
	"os"
	"runtime"
	"syscall"
)

// adopt does nothing: only Linux can.
func adopt() error { return nil }

// peakOf returns the most memory that a process has used, in KiB, without the processes that it has left.
func peakOf(state *os.ProcessState) int64 {
	usage := state.SysUsage().(*syscall.Rusage)
	if runtime.GOOS == "darwin" {
		return int64(usage.Maxrss) / 1024 // in bytes there
	}
	return int64(usage.Maxrss)
}
