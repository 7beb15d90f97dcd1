package testscripts

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// spare waits until the watching command has a process that waits for the next change, and returns its id.
func (w *watching) spare() int {
	w.Helper()
	return until(w.TB, "a process waits", func() (int, bool) {
		pids, err := filepath.Glob("/proc/[0-9]*")
		if err != nil {
			w.Fatal(err)
		}
		for _, path := range pids {
			if pid, err := strconv.Atoi(filepath.Base(path)); err == nil && parentOf(pid) == w.process.Process.Pid {
				return pid, true
			}
		}
		return 0, false
	})
}

// parentOf returns the parent of a process, 0 if it has ended.
func parentOf(pid int) int {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(text), ") ")
	fields := strings.Fields(rest)
	if fields[0] == "Z" {
		return 0
	}
	parent, _ := strconv.Atoi(fields[1]) // the system writes a number
	return parent
}

// until repeats a look until it succeeds.
func until[T any](t testing.TB, what string, look func() (T, bool)) T {
	t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if found, ok := look(); ok {
			return found
		}
	}
	t.Fatalf("waited in vain: %s", what)
	panic("unreachable")
}

func TestWatchGoesOnWithoutItsSpareProcess(t *testing.T) {
	t.Parallel()
	w := watchExample(t)
	w.wait("the example is clean", isClean)
	for range 3 {
		pid := w.spare()
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		until(t, "the process has ended", func() (bool, bool) { return true, parentOf(pid) == 0 })
		w.breakAndFix()
	}
}

func TestASpareProcessEndsWithItsParent(t *testing.T) {
	t.Parallel()
	w := watchExample(t)
	w.wait("the example is clean", isClean)
	pid := w.spare()
	if err := w.process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	until(t, "the process has ended", func() (bool, bool) { return true, parentOf(pid) == 0 })
}
