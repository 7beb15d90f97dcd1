package disposable

import (
	"os"
	"sync"
)

// Messages is the standard error stream. It drops what a process writes before it begins: its parent writes the same.
type Messages struct{}

// Write implements io.Writer.
func (Messages) Write(p []byte) (int, error) {
	if joined != nil && !joined.begun {
		return len(p), nil
	}
	return os.Stderr.Write(p)
}

// Output is standard output, with the same exception. A child reports its first write.
type Output struct{ once sync.Once }

// Write implements io.Writer.
func (o *Output) Write(p []byte) (int, error) {
	if joined != nil {
		if !joined.begun {
			return len(p), nil
		}
		o.once.Do(func() {
			joined.guard.begin(unlimited)
			joined.reports.write(recordOutput, "begun")
		})
	}
	return os.Stdout.Write(p)
}
