package workerd

import (
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
)

// names lists a folder.
func names(t *testing.T, dir string) (all []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		all = append(all, entry.Name())
	}
	return all
}

func TestFoldersOfKilledProcessesAreRemovedByTheNext(t *testing.T) {
	parent := t.TempDir()
	t.Setenv("TMPDIR", parent)
	running, err := NewFolder("svc-edge")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"svc-edge-1/lock", "svc-edge-1/in", "svc-edge-2/notes", "svc-other-3/lock"} {
		path = filepath.Join(parent, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	next, err := NewFolder("svc-edge")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"svc-edge-2", "svc-other-3", filepath.Base(running.Path), filepath.Base(next.Path)}
	slices.Sort(want)
	if got := names(t, parent); !slices.Equal(got, want) {
		t.Errorf("there is %q, want %q", got, want)
	}
	running.Remove()
	next.Remove()
	next.Remove()
	if got := names(t, parent); !slices.Equal(got, []string{"svc-edge-2", "svc-other-3"}) {
		t.Errorf("there is %q", got)
	}
}

func TestFolderIsKeptWhileOtherProcessesSweep(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	var users sync.WaitGroup
	for range 16 {
		users.Go(func() {
			for range 100 {
				folder, err := NewFolder("svc-edge")
				if err != nil {
					t.Error(err)
					return
				}
				if err := os.WriteFile(filepath.Join(folder.Path, "in"), nil, 0o600); err != nil {
					t.Error(err)
				}
				folder.Remove()
			}
		})
	}
	users.Wait()
}
