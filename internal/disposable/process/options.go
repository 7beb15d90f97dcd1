// Package process starts the child process of a run, and waits for its end. Package disposable decides which child
// comes next, and explains a death.
//
// The first child of a command starts while most packages of svc are not initialized yet: see package early. Go
// initializes packages in the order of their paths, after those that they import. So this package imports neither fmt
// nor strings, nor what imports them.
package process

import (
	"os"
	"syscall"
	"time"
)

// Options configures Start.
type Options struct {
	// Program and Args are the command of the child, Env its environment variables besides StateVariable.
	Program string
	Args    []string
	Env     []string
	// State is the value of StateVariable.
	State string
	// Acts means that the child has the input of this process, and may run for any time. Silent means that it has no
	// output stream.
	Acts, Silent bool
	// Asked means that the child gets the request, and answers it.
	Asked   bool
	Request []byte
}

// Ended is how a process ended.
type Ended struct {
	// Itself means that the process ended by itself, with the code Exit.
	Itself   bool
	Exit     int
	Response []byte

	// What follows is about a process that died.
	Acts bool
	// Killed means that it had run for too long.
	Killed bool
	Status syscall.WaitStatus
	Used   time.Duration // CPU time
	// Printed is what the Go runtime printed.
	Printed *os.File
	Reports Reports
	process *Process
}

// Close closes the files of a process that died.
func (e *Ended) Close() {
	if e.process != nil {
		e.process.close()
	}
}

// StateVariable is the environment variable that makes a process disposable.
const StateVariable = "SVC_DISPOSABLE"

// Descriptors that a child inherits. Its standard error stream is a file for what the Go runtime prints at a death. The
// child's messages go to MessagesFile.
const (
	MessagesFile = 3 + iota
	ReportsFile
	LifelineFile
	DoneFile
	ExchangeFile // only if asked
)

// MaxExchange is the size of a request or a response, in bytes. The largest are a thousand scripts with source maps.
const MaxExchange = 512 << 20

// SignalExit plus the number of a signal is the exit code of a command that the signal stopped, as in a shell.
const SignalExit = 128

// NotBegun is the exit code of a process that has not begun. Commands have smaller ones, and signals none of 255.
const NotBegun = 255
