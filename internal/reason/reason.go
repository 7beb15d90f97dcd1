// Package reason words errors of the system and of Go's standard library for users: without the names of system calls
// and Go's terms. Start at Of.
package reason

import (
	"context"
	"encoding/json"
	"io"
	"io/fs"
	"net"
	"net/url"
	"os"
	"os/exec"
	"reflect"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Of returns the text of an error. It words the errors of the system that the error wraps.
func Of(err error) string { return In(err.Error(), err) }

// In returns a text that quotes an error, such as its reason with more words around it. It words the errors of the
// system that the error wraps.
func In(text string, err error) string {
	if err == nil {
		return text
	}
	if words := wordsOf(err); words != "" {
		return replace(text, err.Error(), words)
	}
	switch wrapping := err.(type) { //nolint:errorlint // each error of the chain is visited
	case interface{ Unwrap() error }:
		return In(text, wrapping.Unwrap())
	case interface{ Unwrap() []error }:
		for _, each := range wrapping.Unwrap() {
			text = In(text, each)
		}
	}
	return text
}

// replace replaces whole words of a text.
func replace(text, old, words string) string {
	var b strings.Builder
	for old != "" && old != words {
		at := strings.Index(text, old)
		if at < 0 {
			break
		}
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, _ := utf8.DecodeRuneInString(text[at+len(old):])
		b.WriteString(text[:at])
		if unicode.IsLetter(before) || unicode.IsLetter(after) {
			b.WriteString(old)
		} else {
			b.WriteString(words)
		}
		text = text[at+len(old):]
	}
	return b.String() + text
}

// wordsOf returns the words for an error itself, "" for an error of another kind.
func wordsOf(err error) string {
	switch e := err.(type) { //nolint:errorlint // In visits what it wraps
	case *fs.PathError:
		return ofFile(e.Op, e.Path, e.Err)
	case *os.LinkError:
		return ofFile(e.Op, e.Old, e.Err)
	case *os.SyscallError:
		return Of(e.Err)
	case *url.Error:
		return ofRequest(e)
	case *net.OpError:
		return ofConnection(e)
	case *net.DNSError:
		return ofName(e)
	case *exec.Error:
		return "cannot start " + quoted(e.Name) + ": " + Of(e.Err)
	case *json.SyntaxError:
		return ofSyntax(e.Error())
	case *json.UnmarshalTypeError:
		return ofType(e)
	}
	if !reflect.ValueOf(err).Comparable() { // such as a list of errors, which cannot be a key
		return ""
	}
	return sentinels[err]
}

// sentinels are the words of errors without content.
var sentinels = map[error]string{
	context.DeadlineExceeded: "no answer in time",
	context.Canceled:         "canceled",
	os.ErrDeadlineExceeded:   "no answer in time",
	os.ErrClosed:             "it is closed",
	io.ErrClosedPipe:         "it is closed",
	net.ErrClosed:            "the connection is closed",
	io.EOF:                   "it ends too early",
	io.ErrUnexpectedEOF:      "it ends too early",
	exec.ErrNotFound:         "this program is not in the PATH",
}

// verbs are words for the operations in errors of files.
var verbs = map[string]string{
	"chdir": "enter", "chmod": "change the mode of", "close": "write", "create": "create", "fsync": "write",
	"link": "create", "mkdir": "create", "open": "open", "read": "read", "readdirent": "list", "readlink": "read",
	"remove": "remove", "rename": "rename", "seek": "read", "stat": "read", "lstat": "read", "symlink": "create",
	"sync": "write", "truncate": "write", "unlink": "remove", "write": "write", "fstat": "read", "rmdir": "remove",
	"start": "start", "fork/exec": "start",
}

func ofFile(operation, path string, err error) string {
	verb := verbs[strings.TrimSuffix(operation, "at")]
	if known := verbs[operation]; known != "" {
		verb = known
	}
	if verb == "" {
		verb = "use"
	}
	if strings.HasPrefix(path, "|") || path == "pipe" {
		return "cannot " + verb + " a pipe: " + Of(err)
	}
	return "cannot " + verb + " " + quoted(path) + ": " + Of(err)
}

func quoted(name string) string { return strconv.Quote(name) }
