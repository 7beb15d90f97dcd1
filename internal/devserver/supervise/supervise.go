// Package supervise keeps one child process of this program running. The supervisor owns the listening sockets, which
// its children inherit: connections are accepted while a child is replaced.
//
// The supervisor replaces a child that dies or hangs, for instance since the JavaScript engine
// has no memory limit. A pipe tells the child when its supervisor ends. Run is the supervisor's part, Join the child's.
package supervise

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"github.com/appsvc/svc/internal/disposable"
	"github.com/appsvc/svc/internal/disposable/process"
	"github.com/appsvc/svc/internal/processor"
)

const (
	// allowedSilence is how long a child may send no heartbeat, if the system gives it processor time for at least half
	// of it.
	allowedSilence = 2 * time.Second
	// longestSilence is the same for a child that gets less: on a busy machine it is late without a fault of its own.
	longestSilence = 30 * time.Second
	// heartbeat is the interval between heartbeats.
	heartbeat = 250 * time.Millisecond
	// stopLimit is how long a child may take to end on request.
	stopLimit = 5 * time.Second
	// drain is how long the pipes of a child that has ended are read. A program that it started may have them still.
	drain = time.Second
	// firstPause is the pause before the next child after an early death. It doubles up to lastPause.
	firstPause = 250 * time.Millisecond
	lastPause  = 5 * time.Second
	// settled is how long a child must run before its death resets the pause.
	settled = 10 * time.Second
	// mostFailed is how many children in a row may end before their first heartbeat: they cannot load the app.
	mostFailed = 3
)

// Options configures a supervisor.
type Options struct {
	// Program and Args are the child's command. Args make it call Join.
	Program string
	Args    []string
	// Sockets are inherited in this order.
	Sockets        []*os.File
	Stdout, Stderr io.Writer
	// Restart asks to replace the child, which is killed: it may hang. It may be nil.
	Restart <-chan struct{}
	// Replaced receives why a child was replaced.
	Replaced func(why string)
	// Debug receives what the Go runtime prints when a child dies. It may be nil.
	Debug func(text string)
	// First is how long a new child may take to its first heartbeat.
	First time.Duration
	Now   func() time.Time
}

// Death reports that children died before their first heartbeat.
type Death struct{ Why string }

func (d *Death) Error() string { return "the server died: " + d.Why }

// Run keeps a child running until ctx ends, and stops it then. It gives up when the first child ends before its first
// heartbeat, or mostFailed children in a row do. It returns the exit code of a child that ended by itself. When the
// child died, the error is a *Death.
func Run(ctx context.Context, o Options) (exit int, err error) {
	pause, failed := firstPause, 0
	for begun := false; ; begun = true {
		started := o.Now()
		c, err := start(o)
		if err != nil {
			return 0, err
		}
		why, asked := c.watch(ctx, o)
		if ctx.Err() != nil {
			c.stop()
			return 0, nil
		}
		c.kill()
		if asked {
			pause, failed = firstPause, 0
			o.Replaced(why)
			continue
		}
		if failed++; c.alive {
			failed = 0
		}
		if failed == mostFailed || failed > 0 && !begun {
			if c.crashed {
				return 0, &Death{why}
			}
			return c.command.ProcessState.ExitCode(), nil
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
	// text is what the Go runtime prints when the child dies. crashed reports that it died or hangs.
	text    *os.File
	crashed bool
	debug   func(text string)
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
	messagesIn, messagesOut, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, beatsIn.Close(), beatsOut.Close(), lifelineIn.Close(), lifelineOut.Close())
	}
	c := &child{
		command: exec.Command(o.Program, o.Args...), beats: make(chan struct{}, 1), ended: make(chan struct{}),
		lifeline: lifelineOut, debug: o.Debug,
	}
	c.command.WaitDelay = drain
	if c.text, err = process.MemoryFile("text"); err == nil {
		c.command.Stdout, c.command.Stderr = o.Stdout, c.text
		c.command.ExtraFiles = append([]*os.File{beatsOut, lifelineIn, messagesOut}, o.Sockets...)
		c.command.SysProcAttr = ownGroup() // only the supervisor handles Ctrl-C of the terminal
		err = c.command.Start()
	}
	err = errors.Join(err, beatsOut.Close(), lifelineIn.Close(), messagesOut.Close()) // the child has copies
	if err != nil {
		err = fmt.Errorf("cannot start the server: %w", err)
		return nil, errors.Join(err, beatsIn.Close(), lifelineOut.Close(), messagesIn.Close())
	}
	var reading sync.WaitGroup
	reading.Go(func() { c.listen(beatsIn) })
	reading.Go(func() {
		_, _ = io.Copy(o.Stderr, messagesIn) // ends with the child
		_ = messagesIn.Close()
	})
	go func() {
		_ = c.command.Wait() // ProcessState has the result
		last := o.Now().Add(drain)
		_, _ = beatsIn.SetReadDeadline(last), messagesIn.SetReadDeadline(last)
		reading.Wait()
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

// watch waits until the child has ended or hangs, or Options.Restart asks to replace it, and returns why. It also
// returns when ctx ends.
func (c *child) watch(ctx context.Context, o Options) (why string, asked bool) {
	silence := processor.Wait{Limit: o.First, Longest: longestSilence, Used: c.processorTime}
	silence.Begin()
	for {
		select {
		case <-ctx.Done():
			return "", false
		case <-o.Restart:
			return "you asked for it", true
		case <-c.ended:
			return c.death(), false
		case <-c.beats:
			c.alive, silence.Limit = true, allowedSilence
			silence.Begin()
		case <-time.After(heartbeat):
			if silence.Grow(heartbeat) {
				c.crashed = true
				return fmt.Sprintf("it sent no heartbeat for %s", silence.Lasted), false
			}
		}
	}
}

// processorTime returns the processor time that the child has used.
func (c *child) processorTime() (time.Duration, error) {
	return processor.TimeOf(c.command.Process.Pid)
}

// death explains the end of the child.
func (c *child) death() string {
	select {
	case <-c.beats: // has come before the end
		c.alive = true
	default:
	}
	status, _ := c.command.ProcessState.Sys().(syscall.WaitStatus)
	cause, text := disposable.CauseOf(c.text, status)
	c.crashed = len(text) > 0 || status.Signaled()
	if c.debug != nil && len(text) > 0 {
		c.debug(text)
	}
	switch cause {
	case disposable.Memory:
		return "it ran out of memory"
	case disposable.Killed:
		return c.killedBy(status)
	case disposable.Nesting:
		return "values or calls nest too deep"
	default:
		return fmt.Sprintf("it ended: %s", c.command.ProcessState)
	}
}

// killedBy explains the end of a child that the system or a user killed.
func (c *child) killedBy(status syscall.WaitStatus) string {
	why := fmt.Sprintf("it was killed by a signal (%s)", status.Signal())
	usage, ok := c.command.ProcessState.SysUsage().(*syscall.Rusage)
	if ok && disposable.Resident(usage) > heapLimit/2 {
		why += ", perhaps because the system ran out of memory"
	}
	return why
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
	_, _ = c.lifeline.Close(), c.text.Close()
}
