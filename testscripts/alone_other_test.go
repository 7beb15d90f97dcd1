//go:build !linux

package testscripts

import "syscall"

// noNetwork works on Linux only.
func noNetwork() *syscall.SysProcAttr { return nil }
