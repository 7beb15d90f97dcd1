// Package disposable runs a command that loads a project in a child process of this binary. The code of a project may
// be hostile: it may take the process down, use all memory or never end. The child has few environment variables, no
// inherited descriptors, and limits of memory and CPU time. A death of the child is a finding about the file that it
// worked on: the next child leaves that file out and reports it, with what it finds in the others. After several
// deaths, or one without a file to blame, the next child begins with a survey: it examines each file alone, with low
// limits. A child that has called Commit has effects, and is not replaced.
//
// Run is the parent's part (run.go, spare.go, ending.go, package process). Join, Begin, Phase, Commit, Working, Restart
// and Leave are the child's (child.go, streams.go, guard.go, survey.go). Admit keeps other processes from loading a
// project (admit.go).
package disposable

import (
	"encoding/json"
	"time"

	"github.com/appsvc/svc/internal/disposable/process"
)

// Cause is what a file did to the process that loaded it.
type Cause string

// Causes.
const (
	Endless Cause = "endless" // it took too long
	Stuck   Cause = "stuck"   // one operation took too long
	Memory  Cause = "memory"  // it took too much memory in an evaluation
	Nesting Cause = "nesting" // it exhausted the stack
	Crash   Cause = "crash"   // the process ended for another reason
	// ProcessMemory means that the process took more memory than MemoryOf.
	ProcessMemory Cause = "process-memory"
	// Killed means that the system or a user killed the process. A system that is short of memory does.
	Killed Cause = "killed"
)

// LeftOut is a file that a process must not load, and why.
type LeftOut struct {
	File  string // relative to the project's folder
	Cause Cause
	// Surveyed means that it exceeded the limits of a survey, which are lower.
	Surveyed bool `json:",omitempty"`
}

// state is what a process learns from the deaths of earlier ones.
type state struct {
	LeftOut []LeftOut `json:"leftOut,omitempty"`
	// Survey makes the process examine each file alone first, and then load one after the other.
	Survey bool `json:"survey,omitempty"`
	// From is the file that a survey goes on with: the one that an earlier process examined when it died.
	From string `json:"from,omitempty"`
	// Surveyed means that the survey is over. If From is not "", it had no time for that file and those after it.
	Surveyed bool `json:"surveyed,omitempty"`
	// Spent is how much CPU time the survey took, in all processes.
	Spent time.Duration `json:"spent,omitempty"`
	// KnownOnly makes the process load only files that the survey has examined.
	KnownOnly bool `json:"knownOnly,omitempty"`
	// Asked means that the process has to respond.
	Asked bool `json:"asked,omitempty"`
	// Acts is that of Options.
	Acts bool `json:"acts,omitempty"`
	// ReportOnly makes the process load no file at all, because the time is up.
	ReportOnly bool `json:"reportOnly,omitempty"`
	// Early means that the parent has not run the command itself: see process.First. It goes with Acts alone.
	Early bool `json:"-"`
	// Waits means that the process was started ahead of its work, and waits for it: see Spare.
	Waits bool `json:"waits,omitempty"`
	// Ordered means that a process that waits gets a request.
	Ordered bool `json:"ordered,omitempty"`
	// Deaths counts earlier processes. Each halves the time limit of the next load.
	Deaths int `json:"deaths,omitempty"`
}

func (s state) encode() string {
	text, _ := json.Marshal(s) // strings and numbers only
	return string(text)
}

// decodeState reads a state. Those of process.First are short texts: the first use of JSON takes a hundredth of the
// time of a check.
func decodeState(text string) (s state, err error) {
	switch text {
	case process.EarlyActingState:
		return state{Early: true, Acts: true}, nil
	case process.EarlyState:
		return state{Early: true}, nil
	}
	err = json.Unmarshal([]byte(text), &s)
	return s, err
}
