//go:build linux || darwin

package disposable

import (
	"errors"
	"os"
	"syscall"

	"github.com/appsvc/svc/internal/disposable/process"
	"github.com/appsvc/svc/internal/processor"
)

// limitProcess sets the limits of this process that do not change. One that acts may run for long.
func limitProcess(acts bool) error {
	err := setLimit(syscall.RLIMIT_CORE, 0)
	if acts {
		return err
	}
	return errors.Join(err, setLimit(syscall.RLIMIT_CPU, cpuSeconds), setLimit(syscall.RLIMIT_FSIZE, process.MaxExchange))
}

// setLimit lowers or raises a limit of the system. Code of the project cannot raise it, as it makes no system calls.
func setLimit(resource int, most uint64) error {
	var now syscall.Rlimit
	if err := syscall.Getrlimit(resource, &now); err != nil {
		return os.NewSyscallError("getrlimit", err)
	}
	now.Cur = min(now.Max, most)
	return os.NewSyscallError("setrlimit", syscall.Setrlimit(resource, &now))
}

// Resident returns the most resident memory of a process at once, in bytes.
func Resident(usage *syscall.Rusage) uint64 { return uint64(usage.Maxrss) * residentUnit }

// used returns what this process has used so far.
func used() usage {
	var all syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &all) != nil {
		return usage{}
	}
	return usage{processor: processor.Time(), memory: Resident(&all)}
}
