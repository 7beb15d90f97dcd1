package scaffold

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func TestAFileThatAppearsMeanwhileStays(t *testing.T) {
	dir := t.TempDir()
	plan, err := Make(dir, map[string][]byte{"b.ts": []byte("new"), "c/d.ts": []byte("new")}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	write1(t, dir, "b.ts", "of another program")
	if err := plan.Apply(); !errors.Is(err, ErrCreated) {
		t.Errorf("Apply: %v", err)
	}
	if got := tree(t, dir); got != "b.ts=of another program" {
		t.Errorf("after Apply:\n%s", got)
	}
}

func TestOneOfSeveralPlansForAFolderIsApplied(t *testing.T) {
	for range 50 {
		dir := filepath.Join(t.TempDir(), "app")
		files := func(name string, more ...string) map[string][]byte {
			made := map[string][]byte{}
			for _, path := range append(more, ".svc/types.json", "package.json", "src/workers/main.ts", "svc.config.ts") {
				made[path] = []byte(name)
			}
			return made
		}
		plans := map[string]map[string][]byte{
			"one": files("one"), "two": files("two", "AGENTS.md", "src/cards/Card.tsx"), "three": files("three", ".gitignore"),
		}
		applied := apply(t, dir, plans)
		if len(applied) != 1 {
			t.Fatalf("applied: %v", applied)
		}
		want := plans[applied[0]]
		got := tree(t, dir)
		for path, content := range want {
			if !strings.Contains(got, filepath.FromSlash(path)+"="+string(content)) {
				t.Errorf("%s is missing:\n%s", path, got)
			}
		}
		if files := strings.Count(got, "="+applied[0]); files != len(want) || strings.Contains(got, "draft") {
			t.Errorf("%s has %d files:\n%s", applied[0], files, got)
		}
	}
}

// apply makes the plans, applies them concurrently, and returns the names of those that were applied.
func apply(t *testing.T, dir string, files map[string]map[string][]byte) []string {
	t.Helper()
	var mu sync.Mutex
	var applied []string
	var running sync.WaitGroup
	begin := make(chan struct{})
	for name, texts := range files {
		plan, err := Make(dir, texts, Options{Own: ".svc"})
		if err != nil {
			t.Fatal(err)
		}
		running.Go(func() {
			<-begin
			err := plan.Apply()
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				applied = append(applied, name)
			case !errors.Is(err, ErrCreated) && !errors.Is(err, os.ErrNotExist):
				t.Errorf("%s: %v", name, err)
			}
		})
	}
	close(begin)
	running.Wait()
	return applied
}
