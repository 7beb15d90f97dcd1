//go:build !linux && !darwin

package disposable

import "syscall"

func limitProcess(bool) error { return nil }

func limitMemory(uint64) error { return nil }

func room() uint64 { return loadMemory }

// Resident returns 0: this system does not tell.
func Resident(*syscall.Rusage) uint64 { return 0 }

func used() usage { return usage{} }
