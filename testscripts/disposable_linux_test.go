package testscripts

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.lsp.dev/uri"
)

// attempts is how often the tests start a process that ends after its time limit. A busy machine may show it too late.
const attempts = 10

func TestDisposableProcessSeesNoSecretsAndDiesWithItsParent(t *testing.T) {
	t.Parallel()
	dir := endlessProject(t)
	opens := strings.Replace(initialize, `{"cap`, `{"rootUri":"`+string(uri.File(dir))+`","cap`, 1)
	for _, c := range []struct{ line, input string }{
		{"check " + dir, ""}, {"types " + dir, ""}, {"deploy --dry-run -C " + dir, ""},
		{"lsp", frames(opens, initialized)},
	} {
		args := strings.Fields(c.line)
		t.Run(args[0], func(t *testing.T) {
			for range attempts {
				if observeOnce(t, args, c.input) {
					return
				}
			}
			t.Fatal("saw no child")
		})
	}
}

// observeOnce runs a command with an input that does not end, with secrets in its environment and in an open file,
// looks at its child, and kills the command. It returns false if the command ended before.
func observeOnce(t *testing.T, args []string, input string) bool {
	t.Helper()
	secret, err := os.CreateTemp(t.TempDir(), "secret")
	if err != nil {
		t.Fatal(err)
	}
	defer secret.Close()
	cmd := exec.Command(binary, args...)
	cmd.Env = append(os.Environ(), "SVC_TEST_TOKEN=canary", "SVC_EDGE_TOKEN=canary")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.ExtraFiles = []*os.File{8: secret}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_, _ = io.WriteString(in, input) // it may have ended
	child, environ, open := observe(cmd.Process.Pid)
	_ = cmd.Process.Kill() // it may have ended
	_ = cmd.Wait()
	if child == 0 || len(environ) == 0 {
		return false
	}
	if bytes.Contains(environ, []byte("canary")) || bytes.Contains(environ, []byte("HOME=")) {
		t.Errorf("the environment of the child is %q", environ)
	}
	if slices.Contains(open, secret.Name()) {
		t.Errorf("the child has %s open", secret.Name())
	}
	waitForEnd(t, child)
	return true
}

// observe waits for a child of a process, and returns its id, its environment and the files that it has open. It
// returns 0 if the process ends first.
func observe(parent int) (child int, environ []byte, open []string) {
	for alive(parent) {
		child = childOf(parent)
		folder := fmt.Sprintf("/proc/%d", child)
		if program, err := os.Readlink(folder + "/exe"); child == 0 || err != nil || program != binary {
			continue
		}
		environ, _ = os.ReadFile(folder + "/environ")
		if !bytes.Contains(environ, []byte("SVC_DISPOSABLE=")) {
			continue // between fork and exec
		}
		descriptors, _ := os.ReadDir(folder + "/fd")
		for _, descriptor := range descriptors {
			target, _ := os.Readlink(folder + "/fd/" + descriptor.Name())
			open = append(open, target)
		}
		return child, environ, open
	}
	return 0, nil, nil
}

// childOf returns a child of a process, or 0.
func childOf(parent int) int {
	entries, _ := os.ReadDir("/proc")
	for _, entry := range entries {
		id, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		if fields := stat(id); len(fields) > 1 && fields[1] == strconv.Itoa(parent) && fields[0] != "Z" {
			return id
		}
	}
	return 0
}

// stat returns the fields of /proc/<id>/stat after the name: the state, the parent, and so on.
func stat(id int) []string {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", id))
	_, fields, _ := strings.Cut(string(text), ") ")
	return strings.Fields(fields)
}

// alive reports whether a process runs. One that ended, and was not waited for, does not.
func alive(id int) bool {
	fields := stat(id)
	return len(fields) > 0 && fields[0] != "Z"
}

func waitForEnd(t *testing.T, id int) {
	t.Helper()
	for range 6000 { // a minute: the system ends the child at once, but may be busy
		if !alive(id) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	_ = syscall.Kill(id, syscall.SIGKILL)
	t.Error("the child outlived its parent")
}

// shellCode returns the exit code that a shell reports: of a process that a signal has ended, before the process
// receives signals, 128 and its number.
func shellCode(ended *os.ProcessState) int {
	if status, ok := ended.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int(status.Signal())
	}
	return ended.ExitCode()
}

func TestInterruptedCheckEndsWithTheExitCodeOfItsSignal(t *testing.T) {
	t.Parallel()
	dir := endlessProject(t)
	for range attempts {
		cmd := exec.Command(binary, "check", dir)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		child, _, _ := observe(cmd.Process.Pid)
		if child == 0 {
			_ = cmd.Wait()
			continue
		}
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, fs.ErrClosed) {
			t.Log(err)
		}
		_ = cmd.Wait()
		if code := shellCode(cmd.ProcessState); code == 1 {
			continue // it was done before the signal
		} else if code != 143 {
			t.Errorf("exit code %d, want 143", code)
		}
		waitForEnd(t, child)
		return
	}
	t.Fatal("saw no child")
}
