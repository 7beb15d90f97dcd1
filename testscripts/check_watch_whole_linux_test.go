package testscripts

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A report that does not fit into the pipe is still being written when a file changes.
func TestCheckWatchPrintsWholeLinesAlthoughAFileChanges(t *testing.T) {
	t.Parallel()
	const findings = 3000
	dir := t.TempDir()
	worker := filepath.Join(dir, "src", "workers", "w.ts")
	write := func(tools int) {
		t.Helper()
		text := "import { defineWorker } from '@svc/sdk';\nconst worker = defineWorker('w');\n" +
			strings.Repeat("worker.tool('a', { objectType: 'contact', async handler() { return {}; } });\n", tools) +
			"export default worker;\n"
		if err := os.WriteFile(worker, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Dir(worker), 0o755); err != nil {
		t.Fatal(err)
	}
	write(findings)
	cmd := exec.Command(binary, "check", "--watch", "--format", "json")
	cmd.Dir = dir
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	out := bufio.NewReader(stdout)
	if _, err := out.Peek(1); err != nil {
		t.Fatal(err)
	}
	write(1)
	waitForNoChild(t, cmd.Process.Pid)
	for {
		line, err := out.ReadBytes('\n')
		if err != nil && err != io.EOF {
			t.Fatal(err)
		}
		var report checked
		if err := json.Unmarshal(line, &report); err != nil {
			t.Fatalf("not a whole document: %d bytes: %v", len(line), err)
		}
		if len(report.Findings) < findings {
			return
		}
	}
}

// waitForNoChild waits until a process has no child. A round that prints by itself would be one as long as no program
// reads.
func waitForNoChild(t *testing.T, pid int) {
	t.Helper()
	tasks := fmt.Sprintf("/proc/%d/task/*/children", pid)
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		files, err := filepath.Glob(tasks)
		if err != nil || len(files) == 0 {
			t.Skip("this system does not list children")
		}
		children := ""
		for _, file := range files {
			text, _ := os.ReadFile(file) // a thread may have ended
			children += string(text)
		}
		if children == "" {
			return
		}
	}
	t.Fatal("a process still prints a report after a change")
}
