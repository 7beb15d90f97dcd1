// Package cli is the interface to the user: streams, environment, exit codes, messages and printers of findings.
//
// Every command gets an Env, and uses neither package os nor the clock directly. Errors and exit codes are in exit.go,
// rules for messages in voice.go.
package cli

import (
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/term"

	"github.com/appsvc/svc/internal/redact"
)

// Env is the environment of one run of svc. Tests make one with package clitest.
type Env struct {
	In       io.Reader
	Out, Err io.Writer // Out gets data, Err gets messages
	// OutFile is the regular file that Out writes to, or nil. Outputs describe those of Out and Err.
	OutFile *os.File
	Outputs []fs.FileInfo
	// InTTY, OutTTY and ErrTTY report which streams are terminals.
	InTTY, OutTTY, ErrTTY bool
	// Width is the terminal's width in columns, or 80.
	Width int
	// resized returns the present width. It is nil without a terminal.
	resized func() int
	Getenv  func(string) string
	// Args is the command line of the process. It is nil in tests, which run commands without a process.
	Args []string
	// Hidden reads a line from the terminal without echo. It is nil without a terminal.
	Hidden func(prompt string) (string, error)
	// Keys returns the keys that are pressed on the terminal: see readKeys. It is nil without a terminal.
	Keys func() (keys <-chan byte, restore func(), err error)
	Dir  string // the working directory, absolute
	// AppFolder is the folder of the app that cmdutil.AppFolder found above Dir, relative to it; "" for none.
	AppFolder string
	Now       func() time.Time
	// Version is the version of svc.
	Version string
	// Secrets are what this run has learned of secrets. Out and Err never show them.
	Secrets *redact.Secrets
	// output is Out of a process, else nil.
	output *standardOutput
	// answer is Out of a command that answers in JSON, else nil.
	answer *answer
	// steps is the live list on Err, or nil.
	steps *Steps
}

// System returns the Env of the process. Only this function and main use package os and the clock.
func System() *Env {
	dir, err := os.Getwd()
	if err != nil {
		dir = "."
	}
	secrets := secretsOf(os.Environ())
	env := &Env{
		In: os.Stdin, Err: secrets.Writer(os.Stderr), Secrets: secrets,
		InTTY: isTerminal(os.Stdin), OutTTY: isTerminal(os.Stdout), ErrTTY: isTerminal(os.Stderr),
		Width: 80, Getenv: os.Getenv, Args: os.Args[1:], Dir: dir, Now: time.Now,
	}
	env.SetOutput(secrets.Writer(os.Stdout))
	for _, stream := range []*os.File{os.Stdout, os.Stderr} {
		if info, err := stream.Stat(); err == nil && info.Mode().IsRegular() {
			env.Outputs = append(env.Outputs, info)
			if stream == os.Stdout {
				env.OutFile = stream
			}
		}
	}
	if env.InTTY {
		env.Hidden = func(prompt string) (string, error) { return readHidden(os.Stdin, os.Stderr, prompt) }
		env.Keys = func() (<-chan byte, func(), error) { return readKeys(os.Stdin) }
	}
	for _, stream := range []*os.File{os.Stderr, os.Stdout} { // the width of standard output comes first
		resized := func() int {
			width, _, _ := term.GetSize(int(stream.Fd())) // 0 for an error
			return width
		}
		if width := resized(); width > 0 {
			env.Width, env.resized = width, resized
		}
	}
	return env
}

// columns returns the terminal's width, also after the user has changed it.
func (e *Env) columns() int {
	if e.resized != nil {
		if width := e.resized(); width > 0 {
			return width
		}
	}
	return e.Width
}

// secretNames are the last words of the names of variables that are secrets.
var secretNames = []string{"TOKEN", "SECRET", "PASSWORD", "KEY"}

// minKey is the length of the shortest control key, in bytes: control.MinSecret. A value with a colon and a shorter
// rest is something else.
const minKey = 32

// secretsOf returns the secrets in an environment: of svc, and of other tools that share it on a build server.
func secretsOf(environ []string) *redact.Secrets {
	secrets := &redact.Secrets{}
	for _, entry := range environ {
		name, value, _ := strings.Cut(entry, "=")
		if slices.Contains(secretNames, name[strings.LastIndexByte(name, '_')+1:]) {
			learn(secrets, value)
		}
	}
	return secrets
}

// LearnSecret keeps Out and Err from showing a secret.
func (e *Env) LearnSecret(value string) { learn(e.Secrets, value) }

func learn(secrets *redact.Secrets, value string) {
	secrets.Learn(value)
	if _, key, _ := strings.Cut(value, ":"); len(key) >= minKey {
		secrets.Learn(key) // a control key is stored as <key id>:<key>
	}
}

func isTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// CI reports whether svc runs on a build server.
func (e *Env) CI() bool {
	ci := strings.ToLower(e.Getenv("CI"))
	return ci != "" && ci != "0" && ci != "false"
}

// CanPrompt reports whether svc can ask the user.
func (e *Env) CanPrompt() bool { return e.InTTY && e.ErrTTY && !e.CI() }

// redraws reports whether lines of a stream are updated in place. tty reports whether it is a terminal.
func (e *Env) redraws(tty bool) bool { return tty && e.Getenv("TERM") != "dumb" && !e.CI() }

// color reports whether a stream gets color (https://no-color.org). tty reports whether it is a terminal.
func (e *Env) color(tty bool) bool { return e.redraws(tty) && e.Getenv("NO_COLOR") == "" }

// standardOutput is Out of a process. It says how to fix a write that failed, and remembers it for a command that does
// not look at the error.
type standardOutput struct {
	io.Writer
	failure atomic.Pointer[Error]
}

// Write implements io.Writer.
func (o *standardOutput) Write(p []byte) (int, error) {
	n, err := o.Writer.Write(p)
	if err == nil {
		return n, nil
	}
	failure := &Error{
		Code: ExitFailed, What: "cannot write to standard output", Why: Reason(err),
		Fix: "redirect the output to a file on a disk with free space, or leave it on the terminal", Err: err,
	}
	o.failure.Store(failure)
	return n, failure
}

// SetOutput makes a writer standard output.
func (e *Env) SetOutput(w io.Writer) {
	e.output = &standardOutput{Writer: w}
	e.Out = e.output
}

// Unwritten returns why a part of standard output was not written, if a command has no other error.
func (e *Env) Unwritten(err error) error {
	if err != nil || e.output == nil {
		return err
	}
	if failure := e.output.failure.Load(); failure != nil {
		return failure
	}
	return nil
}
