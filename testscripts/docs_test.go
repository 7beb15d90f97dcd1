package testscripts

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var shellBlock = regexp.MustCompile("(?s)```sh\n(.*?)```")

// TestCommandsOfTheStartPageRun runs the shell blocks of docs/start.md one after the other in an empty folder.
func TestCommandsOfTheStartPageRun(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(filepath.Join(repository, "docs/start.md"))
	if err != nil {
		t.Fatal(err)
	}
	blocks := shellBlock.FindAllStringSubmatch(string(page), -1)
	if len(blocks) < 3 {
		t.Fatalf("found %d shell blocks, want at least 3", len(blocks))
	}
	script := "set -ex\n"
	for _, block := range blocks {
		script += block[1]
	}
	cmd := exec.Command("/bin/sh", "-c", script)
	cmd.Dir = t.TempDir()
	cmd.Env = []string{"HOME=" + cmd.Dir, "CI=true", "PATH=" + filepath.Dir(binary) + ":/usr/bin:/bin"}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v:\n%s", err, out)
	}
	if want := "Good morning, "; !strings.Contains(string(out), want) {
		t.Errorf("no %q in\n%s", want, out)
	}
}
