// Rules for messages: data goes to Out, messages go to Err. Messages are in lower case, without a full stop. An error
// has what, why and fix on separate lines. Color is for terminals only.

package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/appsvc/svc/internal/projectfs"
	"github.com/appsvc/svc/internal/reason"
)

// Notef prints a message to Err. It words errors as Fail does.
func (e *Env) Notef(format string, args ...any) {
	for i, arg := range args {
		if err, isError := arg.(error); isError {
			args[i] = reason.Of(err)
		}
	}
	message := e.safe(fmt.Sprintf(format+"\n", args...))
	if e.steps != nil {
		e.steps.above(message)
		return
	}
	fmt.Fprint(e.Err, message)
}

// Fail prints an error to Err, and for a command that answers in JSON to Out. It prints nothing for an Exit.
func (e *Env) Fail(err error) {
	var exit Exit
	if err == nil || errors.As(err, &exit) {
		return
	}
	var failure *Error
	if !errors.As(err, &failure) {
		failure = &Error{What: err.Error(), Err: err}
	}
	failure = failure.words()
	p := e.ErrPainter()
	what := p.hang("error: ", printable(failure.What))
	fmt.Fprintln(e.Err, p.paint(boldRed, "error:")+strings.TrimPrefix(what, "error:"))
	if failure.Why != "" {
		fmt.Fprintln(e.Err, p.hang("  why: ", printable(failure.Why)))
	}
	if failure.Fix != "" {
		fmt.Fprintln(e.Err, p.hang("  fix: ", printable(failure.Fix)))
	}
	e.failJSON(err)
}

// maxErrorText is the length of the longest part of an error that is printed, in bytes. It can quote a file.
const maxErrorText = 4000

// printable makes a part of an error safe to print. Errors of svc can have several lines.
func printable(text string) string {
	if len(text) > maxErrorText {
		text = strings.ToValidUTF8(text[:maxErrorText], "") + "…"
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = OneLine(line)
	}
	return strings.Join(lines, "\n")
}

// ClearScreen clears a terminal with its scrollback, for a redraw.
func (e *Env) ClearScreen() {
	if e.OutTTY && e.Getenv("TERM") != "dumb" {
		fmt.Fprint(e.Out, "\x1b[H\x1b[2J\x1b[3J")
	}
}

// JSON writes one indented JSON document to Out.
func (e *Env) JSON(v any) error { return writeJSON(e.Out, v) }

func writeJSON(w io.Writer, v any) error { return encodeJSON(w, v, "  ") }

// JSONLine writes one JSON document to Out, on one line.
func (e *Env) JSONLine(v any) error { return EncodeLine(e.Out, v) }

// EncodeLine writes one JSON document on one line, as JSONLine does.
func EncodeLine(w io.Writer, v any) error { return encodeJSON(w, v, "") }

// encodeJSON writes a JSON document. It escapes what a terminal would obey, characters that disguise text, and commands
// of build servers. That does not change the value.
func encodeJSON(w io.Writer, v any, indent string) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", indent)
	if err := enc.Encode(v); err != nil {
		return err
	}
	text := b.Bytes()
	if bytes.ContainsFunc(text, isEscaped) {
		text = escaped(text)
	}
	_, err := w.Write(escapeCommands(text, `\u005b`))
	return err
}

func isEscaped(r rune) bool {
	return r != '\n' && (unicode.IsControl(r) || isInvisible(r))
}

func escaped(text []byte) []byte {
	var b bytes.Buffer
	for _, r := range string(text) {
		if !isEscaped(r) {
			b.WriteRune(r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
	}
	return b.Bytes()
}

// ReadArg returns the value of a flag that takes text, @file, or - for standard input.
func (e *Env) ReadArg(arg string) ([]byte, error) {
	switch {
	case arg == "-":
		return io.ReadAll(e.In)
	case len(arg) > 1 && arg[0] == '@':
		return projectfs.ReadNamed(e.Path(arg[1:]), e.Dir, projectfs.MaxFile)
	default:
		return []byte(arg), nil
	}
}

// safe replaces what a terminal or a build server would obey in a message, because names and texts of users are in it.
// Line breaks, tabs and, where messages have colors, styles stay.
func (e *Env) safe(message string) string {
	message = noCommands(message)
	if !strings.ContainsFunc(message, isUnsafe) {
		return message
	}
	var b strings.Builder
	for message != "" {
		if n := styleLength(message); n > 0 && e.color(e.ErrTTY) {
			b.WriteString(message[:n])
			message = message[n:]
			continue
		}
		n := len(message)
		for i, r := range message {
			if i > 0 {
				n = i
				break
			}
			if isUnsafe(r) {
				r = unicode.ReplacementChar
			}
			b.WriteRune(r)
		}
		message = message[n:]
	}
	return b.String()
}

func isUnsafe(r rune) bool {
	return r != '\n' && r != '\t' && (unicode.IsControl(r) || isInvisible(r))
}

// styleLength returns the length of the style at the start of a text, such as "\x1b[1;31m", or 0.
func styleLength(text string) int {
	rest, ok := strings.CutPrefix(text, "\x1b[")
	if !ok {
		return 0
	}
	rest = strings.TrimLeft(rest, "0123456789;")
	if !strings.HasPrefix(rest, "m") {
		return 0
	}
	return len(text) - len(rest) + 1
}

// LibraryLog returns a writer for what the standard library logs by itself, such as what a server sent without being
// asked. Like every message it is one line without terminal sequences, and Err removes secrets.
func (e *Env) LibraryLog() io.Writer { return libraryLog{e.Err} }

type libraryLog struct{ to io.Writer }

// Write prints one message. The package log writes each at once, from any goroutine.
func (l libraryLog) Write(message []byte) (int, error) {
	_, err := io.WriteString(l.to, "note: "+OneLine(strings.TrimRight(string(message), "\n"))+"\n")
	return len(message), err
}
