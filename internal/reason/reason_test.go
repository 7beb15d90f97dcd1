package reason

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// list is an error that cannot be the key of a map.
type list []error

func (l list) Error() string { return fmt.Sprintf("%d errors", len(l)) }

func TestOfWordsErrorsOfTheSystem(t *testing.T) {
	denied := &fs.PathError{Op: "openat", Path: "clock", Err: syscall.EACCES}
	refused := &net.OpError{
		Op: "dial", Net: "tcp", Addr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1},
		Err: os.NewSyscallError("connect", syscall.ECONNREFUSED),
	}
	for want, err := range map[string]error{
		`cannot open "clock": permission denied`:             denied,
		`the state: cannot open "clock": permission denied`:  fmt.Errorf("the state: %w", denied),
		`a: cannot open "clock": permission denied, b`:       fmt.Errorf("a: %w, b", fmt.Errorf("%w", denied)),
		"cannot open \"clock\": permission denied\nNo space": errors.Join(denied, errors.New("No space")),
		`cannot create "state": read-only file system`: &fs.PathError{
			Op: "mkdirat", Path: "state", Err: syscall.EROFS,
		},
		`cannot rename "a": no space left on device`: &os.LinkError{
			Op: "renameat", Old: "a", New: "b", Err: syscall.ENOSPC,
		},
		"cannot read a pipe: it is closed":                  &fs.PathError{Op: "read", Path: "|0", Err: os.ErrClosed},
		"cannot connect to 127.0.0.1:1: connection refused": refused,
		`no host has the name "crm.example"`: &net.OpError{
			Op: "dial", Net: "tcp", Err: &net.DNSError{Err: "no such host", Name: "crm.example", IsNotFound: true},
		},
		"the fetch: no answer in time":  fmt.Errorf("the fetch: %w", context.DeadlineExceeded),
		"the answer: it ends too early": fmt.Errorf("the answer: %w", io.EOF),
		"GEOFENCE: it ends too early":   fmt.Errorf("GEOFENCE: %w", io.EOF),
		"the connection broke off: connection reset by peer": &net.OpError{
			Op: "read", Net: "tcp", Err: os.NewSyscallError("read", syscall.ECONNRESET),
		},
		`cannot start "pnpm": this program is not in the PATH`: &exec.Error{Name: "pnpm", Err: exec.ErrNotFound},
		"an error of svc":                  errors.New("an error of svc"),
		"2 errors":                         list{io.EOF, io.EOF},
		"all: 2 errors: it ends too early": fmt.Errorf("all: %w: %w", list{io.EOF, io.EOF}, io.EOF),
	} {
		if got := Of(err); got != want {
			t.Errorf("%v\n got %q\nwant %q", err, got, want)
		}
	}
}

func TestOfWordsSyntaxErrorsOfJSON(t *testing.T) {
	for text, want := range map[string]string{
		``:           "unexpected end of JSON",
		`{"a"`:       "unexpected end of JSON",
		`nonsense`:   "unexpected 'o': expected null",
		`{nonsense`:  "unexpected 'n': expected a name in double quotes",
		`{"a" 1}`:    `unexpected '1': expected ":"`,
		`{"a": 1 2}`: `unexpected '2': expected "," or "}"`,
		`[1 2]`:      `unexpected '2': expected "," or "]"`,
		`[1,]`:       "unexpected ']': expected a value",
		`1 2`:        "unexpected '2': expected the end",
		"\"a\nb\"":   `unexpected '\n': expected an escape such as \n`,
	} {
		var value any
		err := json.Unmarshal([]byte(text), &value)
		if got := Of(err); got != want {
			t.Errorf("%s\n got %q\nwant %q", text, got, want)
		}
	}
}

// TestOfWordsWhatTheLibraryReturns fails if a release of Go changes the types of its errors.
func TestOfWordsWhatTheLibraryReturns(t *testing.T) {
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	_, missing := root.Open("missing")
	_, read := os.ReadFile(dir)
	_, lstat := os.Lstat(filepath.Join(dir, "missing"))
	reader, _, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	reader.Close()
	_, closed := reader.Read(make([]byte, 1))
	_, dial := net.Dial("tcp", "127.0.0.1:1")
	get, getErr := http.Get("http://127.0.0.1:1/?token=secret")
	if getErr == nil {
		get.Body.Close()
	}
	_, short := io.ReadFull(bytes.NewReader(nil), make([]byte, 1))
	for want, err := range map[string]error{
		`cannot open "missing": no such file or directory`:                                      missing,
		fmt.Sprintf("cannot read %q: is a directory", dir):                                      read,
		fmt.Sprintf("cannot read %q: no such file or directory", filepath.Join(dir, "missing")): lstat,
		"cannot read a pipe: it is closed":                                                      closed,
		"cannot connect to 127.0.0.1:1: connection refused":                                     dial,
		"x: cannot connect to 127.0.0.1:1: connection refused":                                  fmt.Errorf("x: %w", getErr),
		"it ends too early": short,
	} {
		if got := Of(err); got != want {
			t.Errorf("%v\n got %q\nwant %q", err, got, want)
		}
	}
}

func TestOfWordsTypesOfJSON(t *testing.T) {
	var value struct {
		Grants []int `json:"grants"`
	}
	for text, want := range map[string]string{
		`{"grants": {}}`: "grants cannot be a JSON object",
		`[]`:             "expected a JSON object, not a JSON array",
	} {
		err := json.Unmarshal([]byte(text), &value)
		if got := Of(err); got != want {
			t.Errorf("%s\n got %q\nwant %q", text, got, want)
		}
	}
}

func TestInLeavesOtherTexts(t *testing.T) {
	if got := In("the text", nil); got != "the text" {
		t.Errorf("got %q", got)
	}
	err := fmt.Errorf("cannot save: %w", &fs.PathError{Op: "open", Path: "x", Err: syscall.EACCES})
	if got := In("cannot save, as it says", err); got != "cannot save, as it says" {
		t.Errorf("got %q", got)
	}
	if got := In("why "+err.Error(), err); got != `why cannot save: cannot open "x": permission denied` {
		t.Errorf("got %q", got)
	}
}

func TestTypesOfJSONHaveTheirNamesAndArticles(t *testing.T) {
	for text, want := range map[string]string{
		`{"D":1.5}`: "expected a number, got 1.5", `{"A":true}`: "expected a string, got a boolean",
		`{"A":[]}`: "expected a string, got an array", `{"B":{}}`: "expected an array, got an object",
		`{"C":""}`: "expected a boolean, got a string", `{"D":""}`: "expected a number, got a string",
		`{"E":""}`: "expected an object, got a string", `{"F":""}`: "expected an object, got a string",
	} {
		var into struct {
			A string
			B []int
			C bool
			D int
			E map[string]int
			F struct{}
		}
		wrong, ok := errors.AsType[*json.UnmarshalTypeError](json.Unmarshal([]byte(text), &into))
		if !ok || "expected "+Expected(wrong)+", got "+Kind(wrong) != want {
			t.Errorf("%s: %v, want %s", text, wrong, want)
		}
	}
}
