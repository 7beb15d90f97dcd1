// This file reads secrets: typed unseen by a person, else from standard input. They never come from a flag,
// which other processes and the shell's history could see.

package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// maxSecret is how long a secret may be, in bytes.
const maxSecret = 64 << 10

// Secret reads one secret. what names it in the prompt and in errors. Of what comes from standard input one
// line break at the end is not a part of it.
func (e *Env) Secret(what string) (string, error) {
	if e.CanPrompt() && e.Hidden != nil {
		text, err := e.Hidden(what + " (what you type is not shown): ")
		if err != nil {
			return "", err
		}
		return secret(what, text)
	}
	if e.InTTY {
		return "", &Error{
			Code: ExitWouldPrompt, What: what + " is missing, and nobody can be asked", Fix: "pipe it to standard input",
		}
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

// readHidden asks on a terminal that shows nothing of the answer. It is silent before the prompt appears, so that
// also what is typed at once stays unseen. Ctrl-c ends the command with the terminal as it was.
func readHidden(in, out *os.File, prompt string) (string, error) {
	before, err := term.MakeRaw(int(in.Fd()))
	if err != nil {
		return "", err
	}
	defer func() { _ = term.Restore(int(in.Fd()), before) }() // there is nothing else to try
	text, err := term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{in, out}, "").ReadPassword(prompt)
	if errors.Is(err, io.EOF) {
		fmt.Fprint(out, "\r\n")
		return "", Exit(ExitInterrupted)
	}
	return text, err
}
