// This file is the terminal voice. Its rules: data to Out, words to Err; lower case, no full stop
// at the end of a line; an error says what, then why, then the fix, each on its own line;
// colour only on a terminal.

package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// Notef tells the user something on Err.
func (e *Env) Notef(format string, args ...any) {
	fmt.Fprintf(e.Err, format+"\n", args...)
}

// Fail prints an error the way the tool speaks, and nothing for an Exit.
func (e *Env) Fail(err error) {
	var exit Exit
	if err == nil || errors.As(err, &exit) {
		return
	}
	var told *Error
	if !errors.As(err, &told) {
		told = &Error{What: err.Error()}
	}
	fmt.Fprintf(e.Err, "%s %s\n", e.paint(boldRed, "error:"), told.What)
	if told.Why != "" {
		fmt.Fprintf(e.Err, "  why: %s\n", told.Why)
	}
	if told.Fix != "" {
		fmt.Fprintf(e.Err, "  fix: %s\n", told.Fix)
	}
}

// ClearScreen empties a terminal, its scrollback included, for a redraw.
func (e *Env) ClearScreen() {
	if e.OutTTY && e.Getenv("TERM") != "dumb" {
		fmt.Fprint(e.Out, "\x1b[H\x1b[2J\x1b[3J")
	}
}

// JSON writes one indented JSON document to Out.
func (e *Env) JSON(v any) error {
	enc := json.NewEncoder(e.Out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// JSONLine writes one JSON document to Out, on a line of its own.
func (e *Env) JSONLine(v any) error {
	enc := json.NewEncoder(e.Out)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// ReadArg is the value of a flag that takes text, @file, or - for standard input.
func (e *Env) ReadArg(arg string) ([]byte, error) {
	switch {
	case arg == "-":
		return io.ReadAll(e.In)
	case len(arg) > 1 && arg[0] == '@':
		return os.ReadFile(e.Path(arg[1:]))
	default:
		return []byte(arg), nil
	}
}
