// Package cli is where the tool meets its user: streams, environment, exit codes, the terminal
// voice and the printers of findings.
//
// Every command gets an Env and touches neither os nor the clock by itself.
// Start at Env; errors and exit codes are in exit.go, the voice in voice.go.
package cli

import (
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"
)

// Env is the world of one run of the tool. Tests make their own.
type Env struct {
	In       io.Reader
	Out, Err io.Writer // data goes to Out, words about it to Err
	// InTTY, OutTTY and ErrTTY say which streams are terminals.
	InTTY, OutTTY, ErrTTY bool
	// Width is the terminal's width in columns, 80 when unknown.
	Width  int
	Getenv func(string) string
	// Hidden asks for a line on the terminal without showing it; nil where there is none.
	Hidden func(prompt string) (string, error)
	Dir    string // the working directory, absolute
	Now    func() time.Time
	// Version is the version of svc.
	Version string
}

// System is the Env of the real process: the only place that reads os and the clock.
func System() *Env {
	dir, err := os.Getwd()
	if err != nil {
		dir = "."
	}
	env := &Env{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		InTTY: isTerminal(os.Stdin), OutTTY: isTerminal(os.Stdout), ErrTTY: isTerminal(os.Stderr),
		Width: 80, Getenv: os.Getenv, Dir: dir, Now: time.Now,
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

// CI reports whether a build server runs the tool.
func (e *Env) CI() bool {
	ci := strings.ToLower(e.Getenv("CI"))
	return ci != "" && ci != "0" && ci != "false"
}

// CanPrompt reports whether a person is there to answer.
func (e *Env) CanPrompt() bool { return e.InTTY && e.ErrTTY && !e.CI() }

// Color reports whether a stream that is (or is not) a terminal gets colour: https://no-color.org.
func (e *Env) Color(tty bool) bool {
	return tty && e.Getenv("NO_COLOR") == "" && e.Getenv("TERM") != "dumb" && !e.CI()
}
