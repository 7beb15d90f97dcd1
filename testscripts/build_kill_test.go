package testscripts

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// kills is how many builds are killed, each a little later than the one before.
const (
	kills    = 30
	killStep = 8 * time.Millisecond
)

func TestAKilledBuildLeavesTheFormerFolderOrNone(t *testing.T) {
	app := t.TempDir()
	if err := os.CopyFS(app, os.DirFS(filepath.Join(repository, "examples", "ledger-bridge"))); err != nil {
		t.Fatal(err)
	}
	out, other := filepath.Join(t.TempDir(), "out"), filepath.Join(t.TempDir(), "other")
	build := func(to string) *exec.Cmd { return exec.Command(binary, "build", app, "--out", to, "--json") }
	contents := map[string]string{} // of a whole folder, to which build it is
	note := func(name string) {
		t.Helper()
		if said, err := build(other).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, said)
		}
		contents[folderText(t, other)] = name
	}
	note("former")
	if err := build(out).Run(); err != nil {
		t.Fatal(err)
	}
	config := filepath.Join(app, "svc.config.ts")
	text, err := os.ReadFile(config)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(
		config, []byte(strings.Replace(string(text), "'Ledger Bridge'", "'Ledger Bridge 2'", 1)), 0o644,
	); err != nil {
		t.Fatal(err)
	}
	note("next")
	seen := map[string]int{}
	for n := range kills {
		cmd := build(out)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(n) * killStep)
		_ = cmd.Process.Kill() // it may have ended
		_ = cmd.Wait()
		if _, err := os.Stat(out); os.IsNotExist(err) {
			seen["none"]++
			continue
		}
		name := contents[folderText(t, out)]
		if name == "" {
			t.Fatalf("kill %d leaves a folder that is of neither build", n)
		}
		seen[name]++
	}
	t.Log(seen)
	if err := build(out).Run(); err != nil || contents[folderText(t, out)] != "next" {
		t.Errorf("after all kills the folder cannot be built: %v", err)
	}
}

// folderText is every path and text below a folder.
func folderText(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		b.WriteString(name + "\n" + string(text) + "\n")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}
