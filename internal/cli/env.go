// Package cli is the interface to the user: streams, environment, exit codes, messages and printers of findings.
//
// Every command gets an Env, and uses neither package os nor the clock directly. Errors and exit codes are in exit.go,
// rules for messages in voice.go.
package cli

import (
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"
)

// Env is the environment of one run of svc. Tests make one with package clitest.
type Env struct {
	In       io.Reader
	Out, Err io.Writer // Out gets data, Err gets messages
	// InTTY, OutTTY and ErrTTY report which streams are terminals.
	InTTY, OutTTY, ErrTTY bool
	// Width is the terminal's width in columns, or 80.
	Width  int
	Getenv func(string) string
	// Args is the command line of the process. It is nil in tests, which run commands without a process.
	Args []string
	// Hidden reads a line from the terminal without echo. It is nil without a terminal.
	Hidden func(prompt string) (string, error)
	Dir    string // the working directory, absolute
	Now    func() time.Time
	// Version is the version of svc.
	Version string
}

// System returns the Env of the process. Only this function and main use package os and the clock.
func System() *Env {
	dir, err := os.Getwd()
	if err != nil {
		dir = "."
	}
	env := &Env{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		InTTY: isTerminal(os.Stdin), OutTTY: isTerminal(os.Stdout), ErrTTY: isTerminal(os.Stderr),
		Width: 80, Getenv: os.Getenv, Args: os.Args[1:], Dir: dir, Now: time.Now,
	}
	if env.InTTY {
		env.Hidden = func(prompt string) (string, error) { return readHidden(os.Stdin, os.Stderr, prompt) }
	}
	if env.OutTTY {
		if width, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil && width > 0 {
			env.Width = width
		}
	}
	return env
}

func isTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// CI reports whether svc runs on a build server.
func (e *Env) CI() bool {
	ci := strings.ToLower(e.Getenv("CI"))
	return ci != "" && ci != "0" && ci != "false"
}

// CanPrompt reports whether svc can ask the user.
func (e *Env) CanPrompt() bool { return e.InTTY && e.ErrTTY && !e.CI() }

// Color reports whether a stream gets color (https://no-color.org). tty reports whether it is a terminal.
func (e *Env) Color(tty bool) bool {
	return tty && e.Getenv("NO_COLOR") == "" && e.Getenv("TERM") != "dumb" && !e.CI()
}
