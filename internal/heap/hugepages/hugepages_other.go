//go:build !linux

// Package hugepages does nothing on this system, which chooses the size of pages itself.
package hugepages

// Begin does nothing.
func Begin() {}

// Reserve does nothing.
func Reserve(int) {}
