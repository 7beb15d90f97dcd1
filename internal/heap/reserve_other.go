//go:build !linux

package heap

// reserve does nothing on this system, which chooses the size of pages itself.
func reserve(int) {}
