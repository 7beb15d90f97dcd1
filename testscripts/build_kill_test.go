package testscripts

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// kills is the number of killed builds. Each has written more files than the previous one.
const kills = 30

func TestKilledBuildLeavesPreviousFolderOrNone(t *testing.T) {
	t.Parallel()
	app := t.TempDir()
	if err := os.CopyFS(app, os.DirFS(filepath.Join(repository, "examples", "ledger-bridge"))); err != nil {
		t.Fatal(err)
	}
	out, other := filepath.Join(t.TempDir(), "out"), filepath.Join(t.TempDir(), "other")
	build := func(to string) *exec.Cmd { return exec.Command(binary, "build", app, "--out", to, "--json") }
	contents := map[string]string{} // from the content of a folder to its build
	note := func(name string) {
		t.Helper()
		if output, err := build(other).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, output)
		}
		contents[folderText(t, other)] = name
	}
	note("previous")
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
	files := countPaths(t, out)
	seen := map[string]int{}
	for n := range kills {
		removeFresh(t, out)
		enough := n * (files + 1) / (kills - 1)
		cmd := build(out)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			_ = cmd.Wait() // killed, or already ended
		}()
		awaitFresh(t, out, enough, ended)
		_ = cmd.Process.Kill() // may have ended
		<-ended
		if _, err := os.Stat(out); os.IsNotExist(err) {
			seen["none"]++
			continue
		}
		name := contents[folderText(t, out)]
		if name == "" {
			t.Fatalf("kill %d leaves a mix of two builds", n)
		}
		seen[name]++
	}
	t.Log(seen)
	if output, err := build(out).CombinedOutput(); err != nil || contents[folderText(t, out)] != "next" {
		t.Errorf("cannot build after all kills: %v\n%s", err, output)
	}
	if left := countFresh(t, out); left > 0 {
		t.Errorf("the last build has left %d paths of killed ones", left)
	}
}

// removeFresh removes what a killed build has left, so that countFresh counts those of the next one.
// maxRemovals bounds how often a folder is removed while a process still writes into it.
const maxRemovals = 10_000

func removeFresh(t *testing.T, out string) {
	t.Helper()
	for _, dir := range freshFolders(t, out) {
		// The process that writes ends shortly after the one that was killed.
		err := os.RemoveAll(dir)
		for tries := 0; errors.Is(err, syscall.ENOTEMPTY) && tries < maxRemovals; tries++ {
			err = os.RemoveAll(dir)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func freshFolders(t *testing.T, out string) []string {
	t.Helper()
	fresh, err := filepath.Glob(filepath.Join(filepath.Dir(out), "."+filepath.Base(out)+".svc-draft-*"))
	if err != nil {
		t.Fatal(err)
	}
	return fresh
}

// awaitFresh waits until builds have written a number of paths next to the folder, or the build has ended.
func awaitFresh(t *testing.T, out string, paths int, ended <-chan struct{}) {
	t.Helper()
	for countFresh(t, out) < paths {
		select {
		case <-ended:
			return
		case <-time.After(100 * time.Microsecond):
		}
	}
}

// countFresh counts the paths that builds have written next to the folder. Killed builds leave them behind.
func countFresh(t *testing.T, out string) (count int) {
	t.Helper()
	for _, dir := range freshFolders(t, out) {
		count += countPaths(t, dir)
	}
	return count
}

// countPaths counts a folder and all paths below it, without those that disappear during the count.
func countPaths(t *testing.T, dir string) (count int) {
	t.Helper()
	err := filepath.WalkDir(dir, func(_ string, _ os.DirEntry, err error) error {
		if err == nil {
			count++
		}
		if os.IsNotExist(err) {
			return nil
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return count
}

// folderText returns all paths and texts below a folder.
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
