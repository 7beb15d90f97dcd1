//go:build !windows

package subprocess

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// handlesTerm is a program that ends with 9 when it is asked to end.
const handlesTerm = `trap 'exit 9' TERM; echo up; while :; do sleep 1; done`

// printsPID is a program that prints its process id and waits.
const printsPID = `echo $$; exec sleep 600`

func TestAProgramDiesWithItsLifeline(t *testing.T) {
	cmd, release, err := shell(t.Context(), false, "/bin/sh", "-c", printsPID)
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		t.Fatal(err)
	}
	release() // as the end of this process does
	waitGone(t, pid)
	_ = cmd.Wait()
}

func TestAWatchedProgramEndsWithItsExitCode(t *testing.T) {
	cmd, release, err := shell(t.Context(), false, "/bin/sh", "-c", "exit 7")
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	_ = cmd.Run()
	if code := cmd.ProcessState.ExitCode(); code != 7 {
		t.Errorf("exit code %d, want 7", code)
	}
}

func TestAWatchedProgramGetsASignal(t *testing.T) {
	cmd, release, err := shell(t.Context(), false, "/bin/sh", "-c", handlesTerm)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 9 {
		t.Errorf("exit code %d, want 9", code)
	}
}

// waitGone waits until the process has ended.
func waitGone(t *testing.T, pid int) {
	t.Helper()
	process, err := os.FindProcess(pid)
	if err != nil {
		return
	}
	for deadline := time.Now().Add(time.Minute); process.Signal(syscall.Signal(0)) == nil; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("process %d still runs", pid)
		}
	}
}
