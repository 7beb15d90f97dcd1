//go:build linux || darwin

package process

import (
	"context"
	"errors"
	"io"
	"os"
	"runtime"
	"slices"
	"sync"
	"syscall"
	"time"
)

// Supported reports whether this system has disposable processes. They need inherited descriptors.
const Supported = true

// lastResort is how long a process that does not act may run at all. Its guard ends it much earlier, unless the guard
// gets no time.
const lastResort = 10 * time.Minute

// Process is one run of the command.
type Process struct {
	pid     int
	reports Reports
	text    *os.File // what the Go runtime prints
	// exchange holds the request, and then the response. It is nil without a request.
	exchange *os.File
	// done receives the exit code of a process that ends by itself, or ends without it.
	done *os.File
	// lifeline ends the child when it is closed.
	lifeline *os.File
	// theirs are the child's ends of the pipes.
	theirs []*os.File

	mu     sync.Mutex
	reaped bool // pid may be another process
	killed bool // by lastResort
	// acts is that of Options.
	acts bool
}

// Start starts a process. The caller must call Wait in the same goroutine.
//
// It uses neither os/exec nor pidfds, whose first use starts a process to try them out.
func Start(o Options) (_ *Process, err error) {
	p := &Process{acts: o.Acts} // not a result: the deferred function needs it after an error
	defer func() {
		for _, file := range p.theirs {
			_ = file.Close() // the child has copies
		}
		if err != nil {
			p.close()
		}
	}()
	if err := p.open(); err != nil {
		return nil, err
	}
	input, output := os.Stdin, os.Stdout
	if !o.Acts || o.Silent {
		null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
		if err != nil {
			return nil, err
		}
		p.theirs = append(p.theirs, null)
		if !o.Acts {
			input = null
		}
		if o.Silent {
			output = null
		}
	}
	files := []*os.File{
		input, output, p.text, MessagesFile: os.Stderr, ReportsFile: p.reports.File, LifelineFile: p.theirs[0],
		DoneFile: p.theirs[1],
	}
	if o.Asked {
		if err := p.ask(o.Request); err != nil {
			return nil, err
		}
		files = append(files, p.exchange)
	}
	attributes := &syscall.ProcAttr{Env: append(slices.Clone(o.Env), StateVariable+"="+o.State), Sys: attributes()}
	for _, file := range files {
		attributes.Files = append(attributes.Files, file.Fd())
	}
	runtime.LockOSThread() // the system ends the child with this thread; Wait unlocks it
	if p.pid, err = syscall.ForkExec(o.Program, append([]string{o.Program}, o.Args...), attributes); err != nil {
		runtime.UnlockOSThread()
		return nil, &os.PathError{Op: "start", Path: o.Program, Err: err}
	}
	return p, nil
}

// open opens the files of the process.
func (p *Process) open() (err error) {
	if p.text, err = MemoryFile("text"); err != nil {
		return err
	}
	if p.reports.File, err = MemoryFile("reports"); err != nil {
		return err
	}
	lifeline, ours, err := pipe()
	if err != nil {
		return err
	}
	p.lifeline, p.theirs = ours, append(p.theirs, lifeline)
	ours, done, err := pipe()
	if err != nil {
		return err
	}
	p.done, p.theirs = ours, append(p.theirs, done)
	return nil
}

// ask writes the request.
func (p *Process) ask(request []byte) (err error) {
	if p.exchange, err = MemoryFile("exchange"); err == nil {
		_, err = p.exchange.WriteAt(request, 0)
	}
	return err
}

// Begin gives a process that waits its request, nil for none, and lets it begin. It fails if the process is dead.
func (p *Process) Begin(request []byte) error {
	if request != nil {
		if _, err := p.exchange.WriteAt(request, 0); err != nil {
			return err
		}
	}
	_, err := p.lifeline.Write([]byte{1})
	return err
}

// close closes the files of the process. Errors do not matter: all are in memory.
func (p *Process) close() {
	for _, file := range []*os.File{p.text, p.reports.File, p.exchange, p.done, p.lifeline} {
		_ = file.Close() // nil is an error, too
	}
}

// Kill kills the process, unless it has ended.
func (p *Process) Kill() { p.kill(false) }

func (p *Process) kill(lastResort bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.reaped {
		p.killed = p.killed || lastResort
		_ = syscall.Kill(p.pid, syscall.SIGKILL)
	}
}

// Wait waits until the process has done its work or died, and kills it when ctx ends. It does not wait for the system
// to take down a process that is done: that takes as long as to start one.
func (p *Process) Wait(ctx context.Context) Ended {
	defer runtime.UnlockOSThread()
	if !p.acts {
		defer time.AfterFunc(lastResort, func() { p.kill(true) }).Stop()
	}
	defer context.AfterFunc(ctx, p.Kill)()
	code := make([]byte, 1)
	if n, _ := p.done.Read(code); n == 1 {
		end := Ended{Itself: true, Exit: int(code[0])}
		if p.exchange != nil {
			end.Response, _ = io.ReadAll(io.NewSectionReader(p.exchange, 0, MaxExchange)) // the reader refuses what is cut
		}
		go func() {
			p.reap(&Ended{})
			p.close()
		}()
		return end
	}
	end := Ended{Acts: p.acts, Printed: p.text, Reports: p.reports, process: p}
	p.reap(&end)
	end.Killed = p.killed
	return end
}

func (p *Process) reap(end *Ended) {
	var usage syscall.Rusage
	for {
		_, err := syscall.Wait4(p.pid, &end.Status, 0, &usage)
		if !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	p.mu.Lock()
	p.reaped = true
	p.mu.Unlock()
	end.Used = time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
