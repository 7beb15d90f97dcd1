package testscripts

import (
	"os"
	"syscall"
	"testing"
)

// saveProgram writes a program that a test runs. No process starts meanwhile: it would inherit the open file for a
// moment, and Linux does not run a file that a process can write to.
func saveProgram(t testing.TB, path string, text []byte) {
	t.Helper()
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	if err := os.WriteFile(path, text, 0o755); err != nil {
		t.Fatal(err)
	}
}
