package disposable

import (
	"errors"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/appsvc/svc/internal/disposable/process"
)

// child is the connection of a disposable process to its parent.
type child struct {
	state
	reports process.Reports
	done    *os.File
	// text is descriptor 2, to which Go writes why it ends the process. Without a reference its finalizer closes it.
	text *os.File
	// exchange holds the request, and then the response.
	exchange *os.File
	request  []byte
	guard    guard
	// may is closed when a process that waits may begin.
	may chan struct{}
	// begun means that the process runs the command, and its parent does not.
	begun bool
	// committed means that no other process may repeat what this one does.
	committed atomic.Bool
	// blamed counts the files that the survey blames.
	blamed int
	// leaving is held for good by the goroutine that ends the process.
	leaving sync.Mutex
}

// joined is the child that this process is, or nil.
var joined *child

// errJoin reports a process that has the variable of a child, but not its descriptors.
var errJoin = errors.New("invalid environment variable " + process.StateVariable + ": only svc sets it")

// Join makes this process the child that its environment says it is, if any: it takes over its descriptors and limits
// itself. It must be called before anything else opens a file. The messages of a child go to os.Stderr, as usual.
func Join(runtime Runtime) error {
	limits = runtime
	text, ok := os.LookupEnv(process.StateVariable)
	if !ok {
		return nil
	}
	c := &child{may: make(chan struct{}), text: os.Stderr}
	messages := os.NewFile(process.MessagesFile, "messages")
	lifeline := os.NewFile(process.LifelineFile, "lifeline")
	c.reports.File = os.NewFile(process.ReportsFile, "reports")
	c.done = os.NewFile(process.DoneFile, "done")
	var err error
	if c.state, err = decodeState(text); err != nil || !allOpen(messages, c.reports.File, c.done, lifeline) {
		return errJoin
	}
	if err := errors.Join(os.Unsetenv(process.StateVariable), limitProcess(c.Acts), c.allowLoad()); err != nil {
		return err
	}
	c.begun = !c.Early
	os.Stderr = messages
	if c.Asked {
		c.exchange = os.NewFile(process.ExchangeFile, "exchange")
		if !c.Waits && c.readRequest() != nil {
			return errJoin
		}
	}
	joined = c
	go c.live(lifeline)
	if c.Acts {
		c.guard.begin(Unlimited, true) // it loads nothing before the first phase
	} else {
		c.guard.begin(firstPhase, c.Waits)
	}
	go c.guard.watch()
	return nil
}

func (c *child) readRequest() (err error) {
	c.request, err = io.ReadAll(io.NewSectionReader(c.exchange, 0, process.MaxExchange))
	return err
}

// live ends this process when its parent ends. If it waits, the parent says with a byte that it may begin.
func (c *child) live(lifeline io.Reader) {
	if n, _ := lifeline.Read(make([]byte, 1)); n > 0 && c.Waits {
		close(c.may)
		_, _ = lifeline.Read(make([]byte, 1))
	}
	os.Exit(1)
}

// await waits until this process may begin.
func (c *child) await() {
	if !c.Waits {
		return
	}
	<-c.may
	c.Waits = false
	if c.Ordered && c.readRequest() != nil {
		os.Exit(1)
	}
	if !c.Acts {
		c.guard.begin(firstPhase, false)
	}
}

func allOpen(files ...*os.File) bool {
	for _, file := range files {
		if file == nil {
			return false
		}
		if _, err := file.Stat(); err != nil {
			return false
		}
	}
	return true
}

// Begin says that the command begins to load the project. It has validated its arguments.
func Begin() {
	if joined != nil {
		joined.await()
		joined.begun = true
	}
}

// WillLoad reports whether this process is a child that will run the command, or one that waits for a request. It is
// for the initialization of packages: Join removes the variable that says so.
func WillLoad(command string) bool {
	text, ok := os.LookupEnv(process.StateVariable)
	if !ok {
		return false
	}
	s, err := decodeState(text)
	return err == nil && (s.Waits && s.Ordered || len(os.Args) > 1 && os.Args[1] == command)
}

// Joined reports whether this process is a child.
func Joined() bool { return joined != nil }

// Request returns the request of the parent, nil if this process runs a command.
func Request() []byte {
	if joined == nil {
		return nil
	}
	if joined.Ordered {
		joined.await()
	}
	if len(joined.request) == 0 {
		return nil
	}
	return joined.request
}

// Respond answers the parent, if it asked. The caller must end the process with exit code 0.
func Respond(text []byte) error {
	if joined == nil || joined.exchange == nil {
		return nil
	}
	if err := joined.exchange.Truncate(0); err != nil {
		return err
	}
	_, err := joined.exchange.WriteAt(text, 0)
	return err
}

// Excluded returns the files that this process must leave out.
func Excluded() []LeftOut {
	if joined == nil {
		return nil
	}
	return joined.LeftOut
}

// ReportsOnly reports whether this process must load no file.
func ReportsOnly() bool { return joined != nil && joined.ReportOnly }

// leastTime is the least time limit, however many processes died before: an innocent file needs it, and its processor
// time is longer on a busy machine.
const leastTime = time.Second

// Within returns the part of a time limit that this process has. Earlier processes took the rest. Files that passed a
// survey one by one get as much time together as the survey took, even if that is more than the limit.
func Within(limit time.Duration) time.Duration {
	if joined == nil {
		return limit
	}
	least := min(limit, leastTime)
	if joined.Surveyed {
		least = max(least, min(joined.Spent, surveyTime))
	}
	return max(limit>>min(2*joined.Deaths, 8), least)
}

// Phase starts a phase of the command that may take this much CPU time.
func Phase(limit time.Duration) {
	if joined != nil {
		joined.guard.begin(limit, false)
	}
}

// Extend allows the phase this much more CPU time.
func Extend(more time.Duration) {
	if joined != nil {
		joined.guard.extend(more)
	}
}

// Commit says that the process now has effects, so that no other process may repeat them. What follows may take this
// much CPU time until the next phase, and may wait.
func Commit(limit time.Duration) {
	if joined != nil {
		joined.committed.Store(true)
		joined.reports.Write(recordCommitted, "committed")
		joined.guard.begin(limit, true)
	}
}

// Allow raises the memory limit, in bytes, for a step that needs memory for each part of a loaded project. An error of
// the system leaves the limit as it was.
func Allow(more uint64) error {
	if joined == nil {
		return nil
	}
	return joined.guard.allow(more)
}

// Working says which file a worker works on now, relative to the project's folder, "" for none. Workers run side by
// side. A file is to blame for the death of the process if it is the only one.
func Working(worker int, file string) {
	if joined != nil && worker < maxWorkers {
		joined.reports.Write(recordWorker+worker, file)
	}
}

// CanRestart reports whether Restart is possible.
func CanRestart() bool { return joined != nil && !joined.ReportOnly && !joined.committed.Load() }

// Restart ends this process and has its parent start another one, which leaves the file out. "" stands for the file
// that the process works on. Restart does not return.
func Restart(file string, cause Cause) {
	joined.leaving.Lock() // never unlocked: only one goroutine ends the process
	joined.reports.Write(recordBlamed, file)
	joined.reports.Write(recordCause, string(cause))
	os.Exit(1)
}

// Leave says that the process ends by itself, with an exit code. The caller must exit at once. It closes the streams
// first: a program that reads them waits for their end, and the system closes them only after it has freed the memory.
func Leave(code int) {
	if joined != nil {
		if !joined.begun {
			code = process.NotBegun
		}
		joined.leaving.Lock()
		_, _ = os.Stdout.Close(), os.Stderr.Close()  // both have been written
		_, _ = joined.done.Write([]byte{byte(code)}) // fails if the parent has ended
	}
}
