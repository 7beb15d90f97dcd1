package disposable

import (
	"io"
	"os"
	"strings"
	"syscall"
)

// Supervised limits the memory of this process, in bytes, and lets it load projects. Its supervisor explains its death
// with CauseOf, and replaces it.
func Supervised(memory uint64) error {
	confined = false
	limitHeap(memory)
	limitStack()
	return limitMemory(memory + systemMargin)
}

// maxText is how much of the text that the Go runtime prints is read, in bytes.
const maxText = 16 << 10

// CauseOf returns why a process died: the Go runtime printed the text in a file, or a signal ended it.
func CauseOf(printed *os.File, status syscall.WaitStatus) (cause Cause, text string) {
	read, _ := io.ReadAll(io.NewSectionReader(printed, 0, maxText)) // the file is in memory
	text = string(read)
	has := func(part string) bool { return strings.Contains(text, part) }
	switch {
	case has("stack exceeds") || has("stack overflow"):
		return Nesting, text
	case has("out of memory") || has("cannot allocate memory") || has("cannot map pages"):
		return Memory, text
	case status.Signaled() && status.Signal() == syscall.SIGKILL:
		return Killed, text
	}
	return Crash, text
}
