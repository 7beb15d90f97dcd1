package supervise

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// dying sends a heartbeat if it can make the folder in its argument, and dies.
const dying = `if mkdir "$0" 2>/dev/null; then echo >&3; fi; kill -KILL $$`

func TestRunGivesUpOnChildrenThatDieBeforeTheirFirstHeartbeat(t *testing.T) {
	for name, c := range map[string]struct {
		folder   string
		replaced int
	}{
		"the first one":           {t.TempDir(), 0},
		"three after a heartbeat": {filepath.Join(t.TempDir(), "new"), 1 + mostFailed - 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			replaced := 0
			_, err := Run(t.Context(), Options{
				Program: "/bin/sh", Args: []string{"-c", dying, c.folder}, Stdout: io.Discard, Stderr: io.Discard,
				Replaced: func(string) { replaced++ }, First: time.Minute, Now: time.Now,
			})
			death, died := errors.AsType[*Death](err)
			if !died || death.Why != "it was killed by a signal (killed)" || replaced != c.replaced {
				t.Errorf("got %v after %d replacements, want a death after %d", err, replaced, c.replaced)
			}
		})
	}
}

// The pipes of a child are open for as long as a program has them that the child has started.
func TestRunDoesNotWaitForTheProgramsOfAChild(t *testing.T) {
	pid := filepath.Join(t.TempDir(), "pid")
	ctx, stop := context.WithCancel(t.Context())
	_, err := Run(ctx, Options{
		Program: "/bin/sh", Args: []string{"-c", `sleep 1000 & echo $! >"$0"; echo >&3; exit 7`, pid},
		Stdout: &bytes.Buffer{}, Stderr: io.Discard, Replaced: func(string) { stop() }, First: time.Minute, Now: time.Now,
	})
	if err != nil {
		t.Error(err)
	}
	text, err := os.ReadFile(pid)
	if err != nil {
		t.Fatal(err)
	}
	id, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(id, syscall.SIGKILL); err != nil {
		t.Error("the program has ended, so Run may have waited for it:", err)
	}
}

// A child that hangs uses the processor. One without is late on a busy machine, and may be slow to its next heartbeat.
func TestOnlyAChildThatUsesTheProcessorHangs(t *testing.T) {
	for name, c := range map[string]struct{ script, why string }{
		"busy":    {"echo >&3; while :; do :; done", "it sent no heartbeat for "},
		"waiting": {"echo >&3; sleep 3; echo >&3; sleep 3; exit 7", "it ended: exit status 7"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, stop := context.WithCancel(t.Context())
			var first string
			_, err := Run(ctx, Options{
				Program: "/bin/sh", Args: []string{"-c", c.script}, Stdout: io.Discard, Stderr: io.Discard,
				Replaced: func(why string) { first = why; stop() }, First: time.Minute, Now: time.Now,
			})
			if err != nil || !strings.HasPrefix(first, c.why) {
				t.Errorf("replaced since %q (%v), want %q", first, err, c.why)
			}
		})
	}
}
