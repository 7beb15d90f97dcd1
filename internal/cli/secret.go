// This file reads secrets: typed unseen by a person, else from standard input. They never come from a flag,
// which other processes and the shell's history could see.

package cli

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"golang.org/x/term"
)

// maxSecret is how long a secret may be, in bytes.
const maxSecret = 64 << 10

// Secret reads one secret. what names it in the prompt and in errors. Of what comes from standard input one
// line break at the end is not a part of it.
func (e *Env) Secret(what string) (string, error) {
	if e.CanPrompt() && e.Hidden != nil {
		fmt.Fprint(e.Err, e.paint(bold, what)+" (what you type is not shown): ")
		text, err := e.Hidden()
		fmt.Fprintln(e.Err)
		if err != nil {
			return "", err
		}
		return secret(what, text)
	}
	if e.InTTY {
		return "", &Error{Code: ExitWouldPrompt, What: what + " is missing, and nobody can be asked", Fix: "pipe it to standard input"}
	}
	text, err := io.ReadAll(io.LimitReader(e.In, maxSecret+2))
	if err != nil {
		return "", &Error{Code: ExitFailed, What: what + " cannot be read from standard input", Why: Reason(err), Err: err}
	}
	return secret(what, strings.TrimSuffix(strings.TrimSuffix(string(text), "\n"), "\r"))
}

func secret(what, text string) (string, error) {
	switch {
	case text == "":
		return "", Usage(what+" is empty", "pipe it to standard input, or type it on a terminal")
	case len(text) > maxSecret:
		return "", Usage(fmt.Sprintf("%s has more than %d bytes", what, maxSecret), "check what is piped to standard input")
	}
	return text, nil
}

// readHidden reads a line from a terminal that shows nothing of it. A signal ends it with the terminal as it was.
func readHidden(in *os.File) (string, error) {
	fd := int(in.Fd())
	before, err := term.GetState(fd)
	if err != nil {
		return "", err
	}
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt)
	defer signal.Stop(interrupted)
	type line struct {
		text []byte
		err  error
	}
	typed := make(chan line, 1)
	go func() {
		text, err := term.ReadPassword(fd)
		typed <- line{text, err}
	}()
	select {
	case l := <-typed:
		if l.err == io.EOF {
			return "", declined(l.err)
		}
		return string(l.text), l.err
	case <-interrupted:
		_ = term.Restore(fd, before) // there is nothing else to try
		return "", Exit(ExitInterrupted)
	}
}
