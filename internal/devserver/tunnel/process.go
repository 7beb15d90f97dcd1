package tunnel

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/appsvc/svc/internal/subprocess"
)

const (
	// startLimit is how long a tool may take to print its address. Most need 2 to 5 seconds.
	startLimit = 30 * time.Second
	// stopLimit is how long a tool may take to end before it is killed.
	stopLimit = 3 * time.Second
	// maxLine is how much of a line is read, in bytes.
	maxLine = 4 << 10
	// maxStart is how many lines are searched for the address.
	maxStart = 1_000
	// lastLines is how many lines an error shows.
	lastLines = 5
)

// Options configures Start.
type Options struct {
	Tool    Tool
	Program string
	// Port is the port of this machine that gets a public address.
	Port   string
	Getenv func(string) string
}

// Tunnel is a running tool.
type Tunnel struct {
	// Origin is the public origin: https and a host.
	Origin string
	// Ended is closed when the tool has ended.
	Ended <-chan struct{}
	stop  func()
}

// Stop ends the tool.
func (t *Tunnel) Stop() {
	t.stop()
	<-t.Ended
}

// Start runs the tool until ctx ends or Stop is called, and no longer than this process. It returns when the tool has
// printed its public address.
func Start(ctx context.Context, o Options) (*Tunnel, error) {
	ctx, cancel := context.WithCancel(ctx)
	output := &output{pattern: o.Tool, found: make(chan string, 1), last: subprocess.NewLastLines(lastLines)}
	ended := make(chan struct{})
	started := make(chan error, 1)
	go run(ctx, o, output, started, ended)
	t := &Tunnel{Ended: ended, stop: cancel}
	err := <-started
	if err != nil {
		cancel()
		return nil, err
	}
	limit := time.NewTimer(startLimit)
	defer limit.Stop()
	select {
	case t.Origin = <-output.found:
		return t, nil
	case <-ended:
		err = errors.New("it ended before it printed a public address")
	case <-limit.C:
		err = fmt.Errorf("it printed no public address within %s", startLimit)
	case <-ctx.Done():
		err = context.Cause(ctx)
	}
	t.Stop()
	return nil, fmt.Errorf("%w\n%s", err, output.last)
}

// run starts the tool and waits for its end, on one thread: where the system can, the tool ends with the thread.
func run(ctx context.Context, o Options, output *output, started chan<- error, ended chan<- struct{}) {
	defer close(ended)
	cmd, release, err := subprocess.Command(ctx, o.Program, o.Tool.arguments(o.Port)...)
	if err != nil {
		started <- err
		return
	}
	defer release()
	reader, writer := io.Pipe()
	cmd.Stdout, cmd.Stderr, cmd.Env = writer, writer, o.Tool.environ(o.Getenv)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = stopLimit
	subprocess.LockToParent(cmd)
	err = cmd.Start()
	started <- err
	if err != nil {
		return
	}
	var reading sync.WaitGroup
	reading.Go(func() { output.read(reader) })
	_ = cmd.Wait() // Start reports a tool that ends early
	_ = writer.Close()
	reading.Wait()
}

// output is what the tool prints.
type output struct {
	pattern Tool
	found   chan string
	last    *subprocess.LastLines
}

// read reads lines to the end. The rest of one that is too long is skipped.
func (o *output) read(from io.Reader) {
	lines := bufio.NewReaderSize(from, maxLine)
	count, isRest := 0, false
	for {
		text, err := lines.ReadSlice('\n')
		if line := strings.TrimSpace(string(text)); line != "" && !isRest {
			count++
			o.last.Add(line)
			if address := o.pattern.address().FindString(line); address != "" && count <= maxStart {
				select {
				case o.found <- strings.TrimRight(address, "/ \t\"'|"):
				default: // a tool may print it again
				}
			}
		}
		isRest = errors.Is(err, bufio.ErrBufferFull)
		if err != nil && !isRest {
			return
		}
	}
}
