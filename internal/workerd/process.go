// Package workerd finds and starts the edge engine: one process, with sockets on free ports of the loopback interface
// or in the file system.
//
// It runs the platform's executable without Node and does not depend on the workers in it. The engine does
// not enforce production's limits (CPU, memory, outbound requests), and its clock advances while code runs.
// Start at Find, Start and Config.
package workerd

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/appsvc/svc/internal/subprocess"
)

const (
	// stopWait is how long the engine may take to exit before it is killed.
	stopWait = 3 * time.Second
	// stderrLines is how many lines of its standard error an error shows.
	stderrLines = 20
)

// Process is a running engine.
type Process struct {
	// addresses are host:port by the names of services.
	addresses map[string]string
	inspector string
	pid       int
	stop      func()
	done      chan struct{}
	// failure is how the process ended. Valid when done is closed.
	failure error
	stderr  *subprocess.LastLines
}

// Options configures Start.
type Options struct {
	Binary string
	Config Config
	// Inspect opens a port for debuggers.
	Inspect bool
	// StartLimit is how long the engine may take until it listens; 0 means 15 s. On a busy machine it has more time.
	StartLimit time.Duration
	// OnLine gets each line of output, in order, from one goroutine. Nil discards them.
	OnLine func(line string)
	// OnError gets each message of the engine itself.
	OnError func(line string)
}

// Start starts the engine and returns when every socket listens. The engine ends with ctx or Stop, and with this
// process, however that ends. It gets no variables of the environment. Its configuration, which has the bindings, is on
// disk only until the engine has read it.
func Start(ctx context.Context, o Options) (*Process, error) {
	dir, err := NewFolder("svc-workerd")
	if err != nil {
		return nil, err
	}
	defer dir.Remove()
	config, err := o.Config.write(dir.Path)
	if err != nil {
		return nil, err
	}
	control, controlWriter, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer control.Close() //nolint:errcheck // it was only read
	ctx, cancel := context.WithCancel(ctx)
	args := []string{"serve", "--experimental", "--control-fd=3"}
	sockets := len(o.Config.Services)
	if o.Inspect {
		args = append(args, "--inspector-addr="+freePort)
		sockets++
	}
	cmd, release, err := subprocess.Command(ctx, o.Binary, append(args, config)...)
	if err != nil {
		cancel()
		return nil, errors.Join(err, controlWriter.Close())
	}
	cmd.Env = []string{}
	cmd.ExtraFiles = []*os.File{controlWriter}
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = stopWait
	p := &Process{
		addresses: map[string]string{}, stop: cancel, done: make(chan struct{}),
		stderr: subprocess.NewLastLines(stderrLines),
	}
	started := make(chan error)
	release = sync.OnceFunc(release)
	context.AfterFunc(ctx, func() { time.AfterFunc(stopWait, release) }) // ends an engine that ignores the signal
	go func() {
		defer release()
		p.run(cmd, o, started)
	}()
	err = <-started
	_ = controlWriter.Close()
	if err == nil {
		err = p.listen(control, sockets, cmp.Or(o.StartLimit, startLimit))
	}
	if err != nil {
		p.Stop()
		return nil, fmt.Errorf("cannot start the edge engine: %w\n%s", err, p.stderr)
	}
	return p, nil
}

// run starts the command and waits for its end on a separate thread. The engine dies with that thread, so it never
// outlives this process.
func (p *Process) run(cmd *exec.Cmd, o Options, started chan<- error) {
	subprocess.LockToParent(cmd)
	var readers sync.WaitGroup
	stdout, stdoutErr := output(cmd, o.OnLine != nil)
	stderr, stderrErr := cmd.StderrPipe()
	err := errors.Join(stdoutErr, stderrErr)
	if err == nil {
		err = cmd.Start()
	}
	if err == nil {
		p.pid = cmd.Process.Pid
		readers.Go(func() { lines(stdout, o.OnLine) })
		readers.Go(func() {
			lines(stderr, func(line string) {
				p.stderr.Add(line)
				if o.OnError != nil {
					o.OnError(line)
				}
			})
		})
	}
	started <- err
	if err == nil {
		readers.Wait()
		p.failure = cmd.Wait()
	}
	close(p.done)
}

// output returns the output of the command, or an empty reader when it is not wanted.
func output(cmd *exec.Cmd, wanted bool) (io.Reader, error) {
	if !wanted {
		return strings.NewReader(""), nil
	}
	return cmd.StdoutPipe()
}

// lines calls f for each line that is not empty.
func lines(r io.Reader, f func(string)) {
	reader := bufio.NewReader(r)
	for {
		line, err := reader.ReadString('\n')
		if line = strings.TrimSuffix(line, "\n"); line != "" {
			f(line)
		}
		if err != nil {
			return
		}
	}
}

// listen reads the port of each socket, for at most the limit.
func (p *Process) listen(control io.Reader, sockets int, limit time.Duration) error {
	isStopped := p.limitStart(limit)
	decoder := json.NewDecoder(control)
	for range sockets {
		var event struct {
			Event, Socket string
			Port          int
		}
		if err := decoder.Decode(&event); err != nil {
			if isStopped() {
				return ErrBlockedStart
			}
			return fmt.Errorf("it exited before it listened: %w", err)
		}
		address := fmt.Sprintf("127.0.0.1:%d", event.Port)
		if event.Event == "listen-inspector" {
			p.inspector = address
		} else {
			p.addresses[event.Socket] = address
		}
	}
	if isStopped() {
		return ErrBlockedStart
	}
	return nil
}

// Address is where a service listens, host:port.
func (p *Process) Address(service string) string { return p.addresses[service] }

// Inspector is where the engine listens for debuggers, host:port; "" without Options.Inspect.
func (p *Process) Inspector() string { return p.inspector }

// PID is the id of the process.
func (p *Process) PID() int { return p.pid }

// Done is closed when the process has ended.
func (p *Process) Done() <-chan struct{} { return p.done }

// Failure returns how the process ended, with its last messages.
func (p *Process) Failure() error {
	return fmt.Errorf("the edge engine ended: %w\n%s", p.failure, p.stderr)
}

// Stop ends the process and waits for it.
func (p *Process) Stop() {
	p.stop()
	<-p.done
}
