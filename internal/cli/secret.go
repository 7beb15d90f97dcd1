package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// maxSecret is the length limit of a secret, in bytes.
const maxSecret = 64 << 10

// Secret reads a secret from a hidden prompt, or without a terminal from standard input, where it removes one line
// break at the end. what names the secret in the prompt and in errors. Secrets are never flags, which other processes
// and the shell's history can see.
func (e *Env) Secret(what string) (string, error) {
	if e.CanPrompt() && e.Hidden != nil {
		text, err := e.Hidden(what + " (input hidden): ")
		if err != nil {
			return "", err
		}
		return e.secret(what, text)
	}
	if e.InTTY {
		return "", &Error{
			Code: ExitWouldPrompt, What: what + " is missing, and there is no terminal", Fix: "pipe it to standard input",
		}
	}
	text, err := io.ReadAll(io.LimitReader(e.In, maxSecret+2))
	if err != nil {
		return "", &Error{Code: ExitFailed, What: "cannot read " + what + " from standard input", Why: Reason(err), Err: err}
	}
	return e.secret(what, strings.TrimSuffix(strings.TrimSuffix(string(text), "\n"), "\r"))
}

func (e *Env) secret(what, text string) (string, error) {
	e.LearnSecret(text)
	switch {
	case text == "":
		return "", Usage(what+" is empty", "pipe it to standard input, or enter it on a terminal")
	case len(text) > maxSecret:
		return "", Usage(fmt.Sprintf("%s has more than %d bytes", what, maxSecret), "check the input of the pipe")
	}
	return text, nil
}

// readHidden reads a line from a terminal without echo. It disables the echo before it prints the prompt, which also
// hides early input. Ctrl-c ends the command and restores the terminal.
func readHidden(in, out *os.File, prompt string) (string, error) {
	before, err := term.MakeRaw(int(in.Fd()))
	if err != nil {
		return "", err
	}
	defer func() { _ = term.Restore(int(in.Fd()), before) }() // a failure cannot be handled
	text, err := term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{in, out}, "").ReadPassword(prompt)
	if errors.Is(err, io.EOF) {
		fmt.Fprint(out, "\r\n")
		return "", Exit(exitInterrupted)
	}
	return text, err
}
