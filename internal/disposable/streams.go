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

// Input is standard input. What a child has read, another one cannot read again.
type Input struct{}

// Read implements io.Reader.
func (Input) Read(p []byte) (int, error) {
	Commit(Unlimited)
	return os.Stdin.Read(p)
}

// Output is standard output, with the exception of Messages. What a child has written, another one must not repeat.
type Output struct{ once sync.Once }

// Write implements io.Writer.
func (o *Output) Write(p []byte) (int, error) {
	if joined != nil {
		if !joined.begun {
			return len(p), nil
		}
		o.once.Do(func() { Commit(Unlimited) }) // the reader may be slow
	}
	return os.Stdout.Write(p)
}
