package projectfs

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// operations are those of a Folder that open a file or the folder.
var operations = map[string]func(f Folder, name string) error{
	"read":    func(f Folder, name string) error { _, err := f.ReadFile(name); return err },
	"write":   func(f Folder, name string) error { return f.WriteFile(name, []byte("new"), 0o600) },
	"durable": func(f Folder, name string) error { return f.WriteDurable(name, []byte("new"), 0o600) },
	"open": func(f Folder, name string) error {
		file, err := f.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
		if err == nil {
			err = errors.Join(file.Truncate(0), file.Close())
		}
		return err
	},
	"append": func(f Folder, name string) error {
		file, err := f.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
		if err == nil {
			_, err = file.WriteString("more")
			err = errors.Join(err, file.Close())
		}
		return err
	},
}

func TestNoLinkLeadsOutOfAFolder(t *testing.T) {
	for link, target := range map[string]string{
		".svc":                "../outside",
		".svc/deploys":        "../../outside",
		".svc/deploys/x":      "../../../outside/x",
		".svc/state/../link":  "../../outside",
		".svc/deploys/y/../x": "../../src/x", // a source of the project
	} {
		for what, do := range operations {
			parent := tree(t, map[string]string{"outside/x": "old", "app/src/x": "old"})
			dir := filepath.Join(parent, "app")
			at := filepath.Join(dir, filepath.FromSlash(link))
			if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o755), os.Symlink(target, at)); err != nil {
				t.Fatal(err)
			}
			f := Own(dir, "deploys")
			if strings.HasSuffix(at, "link") {
				f = Own(dir, "link")
			}
			if err := do(f, "x"); !errors.Is(err, ErrOutside) && !errors.Is(err, ErrNotRegular) {
				t.Errorf("%s -> %s: %s: got %v", link, target, what, err)
			}
			for _, name := range []string{"outside/x", "app/src/x"} {
				if text, err := os.ReadFile(filepath.Join(parent, name)); err != nil || string(text) != "old" {
					t.Errorf("%s -> %s: %s: %s is %q, %v", link, target, what, name, text, err)
				}
			}
			if entries, err := os.ReadDir(filepath.Join(parent, "outside")); err != nil || len(entries) != 1 {
				t.Errorf("%s -> %s: %s: outside are %v, %v", link, target, what, entries, err)
			}
		}
	}
}

func TestWriteFileReplacesAFileAndItsMode(t *testing.T) {
	dir := t.TempDir()
	f := Own(dir, "deep/er")
	for _, text := range []string{"first", "second"} {
		if err := f.WriteFile("x", []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := f.ReadFile("x"); err != nil || string(got) != text {
			t.Errorf("got %q, %v", got, err)
		}
		if err := os.Chmod(f.File("x"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.WriteFile("x", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	info, err := f.Stat("x")
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if info, err := os.Stat(f.Path()); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("folder: %v, %v", info.Mode(), err)
	}
}

func TestAWriteRemovesTheDraftsOfKilledProcesses(t *testing.T) {
	f := Own(t.TempDir(), "")
	if err := os.MkdirAll(f.Path(), 0o755); err != nil {
		t.Fatal(err)
	}
	for n := range 2 {
		if err := os.WriteFile(f.File(draftName("x", n)), []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(f.Path())
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	running, err := newDraft(root, "x", []byte("other"), 0o600) // takes the first name
	if err != nil {
		t.Fatal(err)
	}
	if err := f.WriteFile("x", []byte("mine"), 0o600); err != nil { // takes the second name
		t.Fatal(err)
	}
	if err := errors.Join(running.Commit(), running.Close()); err != nil {
		t.Fatal(err)
	}
	if text, err := f.ReadFile("x"); err != nil || string(text) != "other" {
		t.Errorf("got %q, %v", text, err)
	}
	if entries, err := f.ReadDir(); err != nil || len(entries) != 1 {
		t.Errorf("left are %v, %v", entries, err)
	}
}
