package testscripts

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"
)

// screen records the output of a terminal.
type screen struct {
	mu    sync.Mutex
	shown bytes.Buffer
}

func (s *screen) Write(data []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.shown.Write(data)
}

// since returns the output since the screen was last cleared.
func (s *screen) since() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := s.shown.Bytes()
	return bytes.Clone(all[bytes.LastIndex(all, []byte("\x1b[H\x1b[2J"))+1:])
}

func (s *screen) wait(t *testing.T, texts ...string) {
	t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		shown, missing := s.since(), false
		for _, text := range texts {
			missing = missing || !bytes.Contains(shown, []byte(text))
		}
		if !missing {
			return
		}
	}
	t.Fatalf("not shown within %s: %q; the screen has\n%s", patience, texts, s.since())
}

func TestWatchRedrawsTerminalAndEndsOnCtrlC(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(repository, "examples", "ledger-bridge"))); err != nil {
		t.Fatal(err)
	}
	ours, theirs, err := openTerminal()
	if err != nil {
		t.Fatal(err)
	}
	defer ours.Close()
	cmd := exec.Command(binary, "check", "--watch")
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = dir, theirs, theirs, theirs
	cmd.Env = []string{"TERM=xterm", "HOME=" + dir}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill()
	theirs.Close()
	shown := &screen{}
	go ours.WriteTo(shown)

	shown.wait(t, "\x1b[2J", "no findings in ", "watching . (Ctrl-C to stop)")
	extra := filepath.Join(dir, "src", "workers", "extra.ts")
	if err := os.WriteFile(extra, []byte(brokenWorker), 0o644); err != nil {
		t.Fatal(err)
	}
	shown.wait(
		t, "\x1b[2J", "src/workers/extra.ts:1:14", "export const = 1;", "1 error in ", "watching . (Ctrl-C to stop)",
	)
	if err := os.Remove(extra); err != nil {
		t.Fatal(err)
	}
	shown.wait(t, "\x1b[2J", "no findings in ", "watching . (Ctrl-C to stop)")
	if _, err := ours.Write([]byte{3}); err != nil { // ctrl-c
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 130 {
		t.Errorf("%v, want exit code 130", err)
	}
}
