package testscripts

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// cancelTime is enough to cancel a round on most machines. If it is not, the test proves less.
const cancelTime = 300 * time.Millisecond

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
	time.Sleep(cancelTime)
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
