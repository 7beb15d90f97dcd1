//go:build linux && !amd64

package process

import "syscall"

// memfdCreate is the number of the system call, in the table that newer architectures share.
const memfdCreate = syscall.SYS_MEMFD_CREATE
