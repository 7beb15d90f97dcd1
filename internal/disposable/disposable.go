// Package disposable runs a command that loads a project in a child process of this binary. The code of a project may
// be hostile: it may take the process down, use all memory or never end. The child has few environment variables, no
// inherited descriptors, and limits of memory and CPU time. A death of the child is a finding about the file that it
// worked on: the next child leaves that file out and reports it, with what it finds in the others. After several
// deaths, or one without a file to blame, the next child begins with a survey: it examines each file alone, with low
// limits. A child that has called Commit has effects, and is not replaced.
//
// Run is the parent's part (run.go, first.go, spare.go, process.go). Join, Begin, Phase, Commit, Working, Restart and
// Leave are the child's (child.go, streams.go, guard.go, survey.go). Admit keeps other processes from loading a project
// (admit.go).
package disposable

import (
	"encoding/json"
	"time"
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
	// Early means that the parent has not run the command itself: see First. It goes with Acts alone.
	Early bool `json:"-"`
	// Waits means that the process was started ahead of its work, and waits for it: see Spare.
	Waits bool `json:"waits,omitempty"`
	// Ordered means that a process that waits gets a request.
	Ordered bool `json:"ordered,omitempty"`
	// Deaths counts earlier processes. Each halves the time limit of the next load.
	Deaths int `json:"deaths,omitempty"`
}

// stateVariable is the environment variable that makes a process disposable. Its value is a state.
const stateVariable = "SVC_DISPOSABLE"

// DebugVariable is the environment variable that makes svc print the stack of a crash.
const DebugVariable = "SVC_DEBUG"

// variables are the environment variables that a disposable process gets: those that decide how findings are printed
// and where temporary files are. None of them is a secret.
var variables = []string{
	"NO_COLOR", "TERM", "CI", "GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY", "GITHUB_WORKSPACE", "TMPDIR", "GOMAXPROCS",
	DebugVariable,
}

// networkVariables are those that decide how connections are made. A proxy's address may have a password.
var networkVariables = []string{
	"HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy", "SSL_CERT_FILE", "SSL_CERT_DIR",
}

// ActingEnvironment is Environment for a process that may connect: see Options.Acts.
func ActingEnvironment(getenv func(string) string) (env []string) {
	return addVariables(Environment(getenv), networkVariables, getenv)
}

// Environment returns the environment variables for a disposable process.
func Environment(getenv func(string) string) (env []string) {
	env = addVariables(nil, variables, getenv)
	if home := getenv("HOME"); home != "" {
		env = append(env, HomeVariable+"="+home)
	}
	return env
}

func addVariables(env, names []string, getenv func(string) string) []string {
	for _, name := range names {
		if value := getenv(name); value != "" {
			env = append(env, name+"="+value)
		}
	}
	return env
}

// HomeVariable gives a disposable process the home folder, where the search for the app ends. Programs that look for
// credentials in HOME do not know it.
const HomeVariable = "SVC_SEARCH_END"

// The states of First have short texts: the first use of JSON takes a hundredth of the time of a check.
const (
	earlyText       = "early"
	earlyActingText = "early acting"
)

func (s state) encode() string {
	switch {
	case s.Early && s.Acts:
		return earlyActingText
	case s.Early:
		return earlyText
	}
	text, _ := json.Marshal(s) // strings and numbers only
	return string(text)
}

func decodeState(text string) (s state, err error) {
	switch text {
	case earlyActingText:
		return state{Early: true, Acts: true}, nil
	case earlyText:
		return state{Early: true}, nil
	}
	err = json.Unmarshal([]byte(text), &s)
	return s, err
}

// Descriptors that a child inherits. Its standard error stream is a file for what the Go runtime prints at a death. The
// child's messages go to messagesFile.
const (
	messagesFile = 3 + iota
	reportsFile
	lifelineFile
	doneFile
	exchangeFile // only if asked
)
