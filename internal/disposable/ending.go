package disposable

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/appsvc/svc/internal/disposable/process"
)

// ending is how a process ended.
type ending struct {
	// itself means that the process ended by itself, with the code exit.
	itself   bool
	exit     int
	response []byte
	// cause is why it died, file the file to blame, "" if unknown.
	cause Cause
	file  string
	// blamed are the files that a survey blames, examined is the one that it examined, or would have examined next.
	// surveyed means that it is over.
	blamed   []LeftOut
	examined string
	surveyed bool
	used     time.Duration // CPU time
	// committed means that it had called Commit.
	committed   bool
	state, text string
}

// stopSignals are the signals by which users and build servers stop a command. The terminal sends them to the child,
// too. SIGPIPE stops one whose output has no reader any more.
var stopSignals = []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGPIPE}

// explain explains the end of a process, and closes its files.
func explain(end process.Ended) ending {
	if end.Itself {
		return ending{itself: true, exit: end.Exit, response: end.Response}
	}
	defer end.Close()
	cause, text := CauseOf(end.Printed, end.Status)
	if cause == Memory {
		cause = ProcessMemory // nothing but the process has a limit that the system or the Go runtime knows
	}
	if end.Killed || !end.Acts && end.Used >= cpuSeconds*time.Second {
		cause = Endless
	}
	said := &end.Reports
	e := ending{
		text: text, state: fmt.Sprintf("exit code %d", end.Status.ExitStatus()), used: end.Used,
		committed: said.Read(recordCommitted) != "",
		cause:     Cause(said.Read(recordCause)), file: said.Read(recordBlamed),
		examined: said.Read(recordExamined), surveyed: said.Read(recordSurveyed) != "",
	}
	for record := recordSurvey; ; record++ {
		cause, file, found := strings.Cut(said.Read(record), " ")
		if !found {
			break
		}
		e.blamed = append(e.blamed, LeftOut{file, Cause(cause), true})
	}
	if end.Status.Signaled() {
		e.state = "signal: " + end.Status.Signal().String()
		if slices.Contains(stopSignals, end.Status.Signal()) {
			e.itself, e.exit = true, process.SignalExit+int(end.Status.Signal())
		}
	}
	e.cause = cmp.Or(e.cause, cause)
	if e.file == "" {
		e.file = onlyFile(said)
	}
	return e
}

// onlyFile returns the file that the process worked on, if it is the only one.
func onlyFile(said *process.Reports) (only string) {
	for worker := range maxWorkers {
		if file := said.Read(recordWorker + worker); file != "" && file != only {
			if only != "" {
				return ""
			}
			only = file
		}
	}
	return only
}

// ofFirst explains the end of the process that process.First started, if a process with this state would be the first.
func ofFirst(s state, take func() *process.Ended) (end ending, ok bool) {
	if s.Asked || s.Deaths > 0 {
		return ending{}, false
	}
	if first := take(); first != nil {
		return explain(*first), true
	}
	return ending{}, false
}
