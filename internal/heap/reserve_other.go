//go:build !linux

package heap

// Reserve does nothing on this system, which chooses the size of pages itself.
func Reserve(int) (collected bool) { return false }
