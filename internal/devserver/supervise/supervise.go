// Package supervise keeps one child process of this program running. The supervisor owns the listening sockets, which
// its children inherit: connections are accepted while a child is replaced.
//
// The supervisor replaces a child that dies or sends no heartbeat for Silence, for instance since the JavaScript engine
// has no memory limit. A pipe tells the child when its supervisor ends. Run is the supervisor's part, Join the child's.
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
	// Silence is how long a child may send no heartbeat.
	Silence = 2 * time.Second
	// heartbeat is the interval between heartbeats.
	heartbeat = 250 * time.Millisecond
	// stopLimit is how long a child may take to end on request.
	stopLimit = 5 * time.Second
	// firstPause is the pause before the next child after an early death. It doubles up to lastPause.
	firstPause = 250 * time.Millisecond
	lastPause  = 5 * time.Second
	// settled is how long a child must run before its death resets the pause.
	settled = 10 * time.Second
)

// Options configures a supervisor.
type Options struct {
	// Program and Args are the child's command. Args make it call Join.
	Program string
	Args    []string
	// Sockets are inherited in this order.
	Sockets        []*os.File
	Stdout, Stderr io.Writer
	// Replaced receives why a child was replaced.
	Replaced func(why string)
	// First is how long a new child may take to its first heartbeat.
	First time.Duration
	Now   func() time.Time
}

// Run keeps a child running until ctx ends, and stops it then. When the first child ends before its first heartbeat,
// Run returns its exit code.
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
	// lifeline is the pipe whose end asks the child to end.
	lifeline io.Closer
	// alive reports that there was a heartbeat.
	alive bool
}

func start(o Options) (*child, error) {
	// The child writes heartbeats to the first pipe, and waits for the end of the second.
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
	c.command.SysProcAttr = ownGroup() // only the supervisor handles Ctrl-C of the terminal
	err = c.command.Start()
	err = errors.Join(err, beatsOut.Close(), lifelineIn.Close()) // the child has copies
	if err != nil {
		return nil, errors.Join(fmt.Errorf("cannot start the server: %w", err), beatsIn.Close(), lifelineOut.Close())
	}
	go c.listen(beatsIn)
	go func() {
		_ = c.command.Wait() // ProcessState has the result
		close(c.ended)
	}()
	return c, nil
}

// listen passes on heartbeats.
func (c *child) listen(from io.ReadCloser) {
	defer from.Close()
	one := make([]byte, 1)
	for {
		if _, err := from.Read(one); err != nil {
			return
		}
		select {
		case c.beats <- struct{}{}:
		default: // one is pending
		}
	}
}

// watch waits until the child has ended or sends no heartbeats, and returns why to replace it. It also returns when ctx
// ends.
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
			return fmt.Sprintf("it sent no heartbeat for %s", limit)
		}
	}
}

// late waits a moment longer: after the machine has slept, the child is not to blame.
func (c *child) late() bool {
	select {
	case <-c.beats:
		return false
	case <-c.ended:
		return true
	case <-time.After(2 * heartbeat):
		return true
	}
}

// stop asks the child to end, and kills it after stopLimit.
func (c *child) stop() {
	_ = c.lifeline.Close()
	select {
	case <-c.ended:
	case <-time.After(stopLimit):
	}
	c.kill()
}

// kill kills the child, if it has not ended.
func (c *child) kill() {
	_ = c.command.Process.Kill() // the child may have ended
	<-c.ended
	_ = c.lifeline.Close()
}
