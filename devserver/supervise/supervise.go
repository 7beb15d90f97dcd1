// Package supervise keeps one child of this program running: the supervisor owns the listening sockets and
// hands them down, so that no connection is refused while a child is replaced.
//
// The JavaScript engine has no memory limit of its own; a child that dies or gives no sign of life for
// Silence is replaced. A child ends when its supervisor does, however that ends: a pipe tells it.
// Start at Run, which is the supervisor's half; Join (child.go) is the child's.
package supervise

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

const (
	// Silence is how long a child may give no sign of life.
	Silence = 2 * time.Second
	// beat is the pause between two signs of life.
	beat = 250 * time.Millisecond
	// stopLimit is how long a child may take to end when it is asked to.
	stopLimit = 5 * time.Second
	// firstPause is how long a child that died early is waited with; it doubles up to lastPause.
	firstPause = 250 * time.Millisecond
	lastPause  = 5 * time.Second
	// settled is how long a child has to run for its death to be no early one.
	settled = 10 * time.Second
)

// Options configures a supervisor.
type Options struct {
	// Program and Args are the child's command; Args make it call Join.
	Program string
	Args    []string
	// Sockets are handed down in this order.
	Sockets        []*os.File
	Stdout, Stderr io.Writer
	// Replaced is told why a child was replaced.
	Replaced func(why string)
	// First is how long a new child may take to its first sign of life.
	First time.Duration
	Now   func() time.Time
}

// Run keeps a child running until ctx ends, which stops it, or until the first child ends before it has
// given a sign of life: its exit code is returned then.
func Run(ctx context.Context, o Options) (exit int, err error) {
	pause := firstPause
	for begun := false; ; begun = true {
		started := o.Now()
		c, err := start(o)
		if err != nil {
			return 0, err
		}
		why := c.watch(ctx, o.First)
		if ctx.Err() != nil {
			c.stop()
			return 0, nil
		}
		c.kill()
		code := c.command.ProcessState.ExitCode()
		if !begun && !c.alive {
			return code, nil
		}
		if o.Now().Sub(started) >= settled {
			pause = firstPause
		}
		o.Replaced(why)
		select {
		case <-ctx.Done():
			return 0, nil
		case <-time.After(pause):
		}
		pause = min(2*pause, lastPause)
	}
}

// child is one run of the program.
type child struct {
	command *exec.Cmd
	beats   chan struct{}
	ended   chan struct{}
	// lifeline is open as long as the child shall run.
	lifeline io.Closer
	// alive says that there was a sign of life.
	alive bool
}

func start(o Options) (*child, error) {
	// The child writes to the first pipe, and reads the end of the second.
	beatsIn, beatsOut, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	lifelineIn, lifelineOut, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, beatsIn.Close(), beatsOut.Close())
	}
	c := &child{
		command: exec.Command(o.Program, o.Args...), beats: make(chan struct{}, 1), ended: make(chan struct{}),
		lifeline: lifelineOut,
	}
	c.command.Stdout, c.command.Stderr = o.Stdout, o.Stderr
	c.command.ExtraFiles = append([]*os.File{beatsOut, lifelineIn}, o.Sockets...)
	c.command.SysProcAttr = ownGroup() // the terminal's ctrl-c is the supervisor's alone
	err = c.command.Start()
	err = errors.Join(err, beatsOut.Close(), lifelineIn.Close()) // the child has its own
	if err != nil {
		return nil, errors.Join(fmt.Errorf("the server could not be started: %w", err), beatsIn.Close(), lifelineOut.Close())
	}
	go c.listen(beatsIn)
	go func() {
		_ = c.command.Wait() // how it ended is in ProcessState
		close(c.ended)
	}()
	return c, nil
}

// listen passes signs of life on.
func (c *child) listen(from io.ReadCloser) {
	defer from.Close()
	one := make([]byte, 1)
	for {
		if _, err := from.Read(one); err != nil {
			return
		}
		select {
		case c.beats <- struct{}{}:
		default: // one is waiting to be seen
		}
	}
}

// watch waits until the child has ended or has fallen silent, and says why it is given up; or until ctx ends.
func (c *child) watch(ctx context.Context, first time.Duration) (why string) {
	limit := first
	for {
		select {
		case <-ctx.Done():
			return ""
		case <-c.ended:
			return fmt.Sprintf("it ended: %s", c.command.ProcessState)
		case <-c.beats:
			c.alive, limit = true, Silence
		case <-time.After(limit):
			if !c.late() {
				continue
			}
			return fmt.Sprintf("it gave no sign of life for %s", limit)
		}
	}
}

// late gives the child a last moment: after the machine has slept, it is not the child that is late.
func (c *child) late() bool {
	select {
	case <-c.beats:
		return false
	case <-c.ended:
		return true
	case <-time.After(2 * beat):
		return true
	}
}

// stop asks the child to end, and ends it when it does not.
func (c *child) stop() {
	_ = c.lifeline.Close()
	select {
	case <-c.ended:
	case <-time.After(stopLimit):
	}
	c.kill()
}

// kill ends the child, if it has not ended.
func (c *child) kill() {
	_ = c.command.Process.Kill() // it may have ended by itself
	<-c.ended
	_ = c.lifeline.Close()
}
