//go:build !linux

package testscripts

import "syscall"

// noNetwork is only there on Linux.
func noNetwork() *syscall.SysProcAttr { return nil }
