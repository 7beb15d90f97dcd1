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

// TestCommandsForNewUsersRun runs the shell blocks of the pages that new users follow, each page in an empty folder.
func TestCommandsForNewUsersRun(t *testing.T) {
	t.Parallel()
	for _, page := range []struct{ file, from, to string }{
		{"README.md", "## Start an app", "## Commands"},
		{"docs/start.md", "# Start", ""},
	} {
		t.Run(page.file, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(filepath.Join(repository, page.file))
			if err != nil {
				t.Fatal(err)
			}
			_, part, found := strings.Cut(string(text), page.from+"\n")
			if page.to != "" {
				part, _, _ = strings.Cut(part, page.to+"\n")
			}
			blocks := shellBlock.FindAllStringSubmatch(part, -1)
			if !found || len(blocks) == 0 {
				t.Fatalf("no shell blocks after %q", page.from)
			}
			runBlocks(t, blocks)
		})
	}
}

func runBlocks(t *testing.T, blocks [][]string) {
	t.Helper()
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
	for _, want := range []string{"Good morning, ", "nothing was sent"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}
