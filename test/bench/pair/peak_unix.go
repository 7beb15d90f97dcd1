//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// peakOf returns the most memory that a process has used, in KiB.
func peakOf(state *os.ProcessState) int64 {
	usage := state.SysUsage().(*syscall.Rusage)
	if runtime.GOOS == "darwin" {
		return int64(usage.Maxrss) / 1024 // in bytes there
	}
	return int64(usage.Maxrss)
}
