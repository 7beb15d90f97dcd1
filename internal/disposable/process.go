//go:build linux || darwin

package disposable

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

const (
	// lastResort is how long a process that does not act may run at all. Its guard ends it much earlier, unless the guard
	// gets no time.
	lastResort = 10 * time.Minute
)

// stopSignals are the signals by which users and build servers stop a command. The terminal sends them to the child,
// too.
var stopSignals = []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT}

// process is one run of the command.
type process struct {
	pid     int
	reports reports
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

// start starts a process. The caller must call wait in the same goroutine.
//
// It uses neither os/exec nor pidfds, whose first use starts a process to try them out.
func start(o Options, s state) (_ *process, err error) {
	p := &process{acts: o.Acts} // not a result: the deferred function needs it after an error
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
		input, output, p.text, messagesFile: os.Stderr, reportsFile: p.reports.file, lifelineFile: p.theirs[0],
		doneFile: p.theirs[1],
	}
	if s.Asked {
		if err := p.ask(o.Request); err != nil {
			return nil, err
		}
		files = append(files, p.exchange)
	}
	attributes := &syscall.ProcAttr{Env: append(slices.Clone(o.Env), stateVariable+"="+s.encode()), Sys: attributes()}
	for _, file := range files {
		attributes.Files = append(attributes.Files, file.Fd())
	}
	runtime.LockOSThread() // the system ends the child with this thread; wait unlocks it
	if p.pid, err = syscall.ForkExec(o.Program, append([]string{o.Program}, o.Args...), attributes); err != nil {
		runtime.UnlockOSThread()
		return nil, &os.PathError{Op: "start", Path: o.Program, Err: err}
	}
	return p, nil
}

// open opens the files of the process.
func (p *process) open() (err error) {
	if p.text, err = MemoryFile("text"); err != nil {
		return err
	}
	if p.reports.file, err = MemoryFile("reports"); err != nil {
		return err
	}
	lifeline, ours, err := os.Pipe()
	if err != nil {
		return err
	}
	p.lifeline, p.theirs = ours, append(p.theirs, lifeline)
	ours, done, err := os.Pipe()
	if err != nil {
		return err
	}
	p.done, p.theirs = ours, append(p.theirs, done)
	return nil
}

// ask writes the request.
func (p *process) ask(request []byte) (err error) {
	if p.exchange, err = MemoryFile("exchange"); err == nil {
		_, err = p.exchange.WriteAt(request, 0)
	}
	return err
}

// begin gives a process that waits its request, nil for none, and lets it begin. It fails if the process is dead.
func (p *process) begin(request []byte) error {
	if request != nil {
		if _, err := p.exchange.WriteAt(request, 0); err != nil {
			return err
		}
	}
	_, err := p.lifeline.Write([]byte{1})
	return err
}

// close closes the files of the process. Errors do not matter: all are in memory.
func (p *process) close() {
	for _, file := range []*os.File{p.text, p.reports.file, p.exchange, p.done, p.lifeline} {
		_ = file.Close() // nil is an error, too
	}
}

// kill kills the process, unless it has ended.
func (p *process) kill(lastResort bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.reaped {
		p.killed = p.killed || lastResort
		_ = syscall.Kill(p.pid, syscall.SIGKILL)
	}
}

// wait waits until the process has done its work or died, and kills it when ctx ends. It does not wait for the system
// to take down a process that is done: that takes as long as to start one.
func (p *process) wait(ctx context.Context) ending {
	defer runtime.UnlockOSThread()
	if !p.acts {
		defer time.AfterFunc(lastResort, func() { p.kill(true) }).Stop()
	}
	defer context.AfterFunc(ctx, func() { p.kill(false) })()
	code := make([]byte, 1)
	if n, _ := p.done.Read(code); n == 1 {
		end := ending{itself: true, exit: int(code[0])}
		if p.exchange != nil {
			end.response, _ = io.ReadAll(io.NewSectionReader(p.exchange, 0, maxExchange)) // the reader refuses what is cut
		}
		go func() {
			p.reap()
			p.close()
		}()
		return end
	}
	defer p.close()
	return p.death(p.reap())
}

// reaped is how the system saw the end of a process.
type reaped struct {
	status syscall.WaitStatus
	used   time.Duration // CPU time
}

func (p *process) reap() (end reaped) {
	var usage syscall.Rusage
	for {
		_, err := syscall.Wait4(p.pid, &end.status, 0, &usage)
		if !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	p.mu.Lock()
	p.reaped = true
	p.mu.Unlock()
	end.used = time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
	return end
}

// death explains the end of a process that did not do its work.
func (p *process) death(end reaped) ending {
	cause, text := CauseOf(p.text, end.status)
	if cause == Memory {
		cause = ProcessMemory // nothing but the process has a limit that the system or the Go runtime knows
	}
	if p.killed || !p.acts && end.used >= cpuSeconds*time.Second {
		cause = Endless
	}
	e := ending{
		text: text, state: fmt.Sprintf("exit code %d", end.status.ExitStatus()), used: end.used,
		committed: p.reports.read(recordCommitted) != "",
		cause:     Cause(p.reports.read(recordCause)), file: p.reports.read(recordBlamed),
		examined: p.reports.read(recordExamined), surveyed: p.reports.read(recordSurveyed) != "",
	}
	for record := recordSurvey; ; record++ {
		cause, file, found := strings.Cut(p.reports.read(record), " ")
		if !found {
			break
		}
		e.blamed = append(e.blamed, LeftOut{file, Cause(cause), true})
	}
	if end.status.Signaled() {
		e.state = "signal: " + end.status.Signal().String()
		if slices.Contains(stopSignals, end.status.Signal()) {
			e.itself, e.exit = true, signalExit+int(end.status.Signal())
		}
	}
	e.cause = cmp.Or(e.cause, cause)
	if e.file == "" {
		e.file = p.onlyFile()
	}
	return e
}

// onlyFile returns the file that the process worked on, if it is the only one.
func (p *process) onlyFile() (only string) {
	for worker := range maxWorkers {
		if file := p.reports.read(recordWorker + worker); file != "" && file != only {
			if only != "" {
				return ""
			}
			only = file
		}
	}
	return only
}
