//go:build !linux

package workerd

import "os/exec"

// lockToParent does nothing here: the engine ends only with its context.
func lockToParent(*exec.Cmd) {}
