//go:build !linux

// This file stands for parent_linux.go elsewhere: the engine ends with the context only.

package workerd

import "os/exec"

func lockToParent(*exec.Cmd) {}
