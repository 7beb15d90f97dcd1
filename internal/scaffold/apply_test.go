package scaffold

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tree lists the files below a folder with their contents.
func tree(t *testing.T, dir string) string {
	t.Helper()
	var lines []string
	err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err == nil && path != dir {
			name, _ := filepath.Rel(dir, path)
			text, _ := os.ReadFile(path) // "" for folders
			lines = append(lines, name+"="+string(text))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(lines, "\n")
}

func TestApplyRevertsAllChangesOnFailure(t *testing.T) {
	dir := t.TempDir()
	write1(t, dir, "a.ts", "old")
	before := tree(t, dir)
	plan, err := Make(
		dir, map[string][]byte{"a.ts": []byte("new"), "b/c/d.ts": []byte("new"), "z/e.ts": []byte("new")},
		Options{Force: true},
	)
	if err != nil {
		t.Fatal(err)
	}
	write1(t, dir, "z", "came in between")
	if err := plan.Apply(); err == nil {
		t.Error("a file is accepted as a folder")
	}
	if err := os.Remove(filepath.Join(dir, "z")); err != nil {
		t.Fatal(err)
	}
	if got := tree(t, dir); got != before {
		t.Errorf("got:\n%s\nwant:\n%s", got, before)
	}
}

func TestUndoRevertsApply(t *testing.T) {
	dir := t.TempDir()
	write1(t, dir, "a.ts", "old")
	before := tree(t, dir)
	plan, err := Make(dir, map[string][]byte{"b/c.ts": []byte("new")}, Options{
		Edits: map[string][]byte{"a.ts": []byte("new")},
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := plan.Apply(); err != nil {
		t.Fatal(err)
	}
	if got := read1(t, dir, "a.ts") + read1(t, dir, "b/c.ts"); got != "newnew" {
		t.Errorf("written: %s", got)
	}
	if err := plan.Undo(); err != nil {
		t.Fatal(err)
	}
	if got := tree(t, dir); got != before {
		t.Errorf("got:\n%s\nwant:\n%s", got, before)
	}
}

func TestChangesOfOtherProgramsStay(t *testing.T) {
	dir := t.TempDir()
	write1(t, dir, "a.ts", "old")
	edit := func() *Plan {
		plan, err := Make(dir, map[string][]byte{"b.ts": []byte("new")}, Options{
			Edits: map[string][]byte{"a.ts": []byte("new")},
		})
		if err != nil {
			t.Fatal(err)
		}
		return plan
	}
	plan := edit()
	write1(t, dir, "a.ts", "of an editor")
	if err := plan.Apply(); !errors.Is(err, ErrChanged) {
		t.Errorf("Apply: %v", err)
	}
	if got := tree(t, dir); got != "a.ts=of an editor" {
		t.Errorf("after Apply:\n%s", got)
	}
	plan = edit()
	if err := plan.Apply(); err != nil {
		t.Fatal(err)
	}
	write1(t, dir, "a.ts", "of a second editor")
	if err := plan.Undo(); !errors.Is(err, ErrChanged) {
		t.Errorf("Undo: %v", err)
	}
	if got := tree(t, dir); got != "a.ts=of a second editor" {
		t.Errorf("after Undo:\n%s", got)
	}
}

func TestApplyFollowsLinksInsideTheFolder(t *testing.T) {
	dir := t.TempDir()
	write1(t, dir, "real.ts", "old")
	if err := os.Symlink("real.ts", filepath.Join(dir, "a.ts")); err != nil {
		t.Fatal(err)
	}
	plan, err := Make(dir, map[string][]byte{"a.ts": []byte("new")}, Options{Force: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := plan.Apply(); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(filepath.Join(dir, "a.ts"))
	if err != nil || info.Mode()&os.ModeSymlink == 0 || read1(t, dir, "real.ts") != "new" {
		t.Errorf("link: %v, real.ts = %q", info.Mode(), read1(t, dir, "real.ts"))
	}
}

func TestMakeRejectsInvalidTargets(t *testing.T) {
	outside := t.TempDir()
	for path, want := range map[string]string{
		"out/tsconfig.json": `cannot open "out": it is a symbolic link to`,
		"dangling.ts":       `cannot open "dangling.ts": it is a broken symbolic link`,
		"loop/a.ts":         `cannot open "loop": it is a broken symbolic link`,
		"file/a.ts":         `cannot open "file": it is a file: expected a folder`,
		"folder":            `cannot open "folder": it is a folder: expected a file`,
	} {
		dir := t.TempDir()
		for name, target := range map[string]string{"out": outside, "dangling.ts": "nothing.ts", "loop": "loop"} {
			if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
		}
		write1(t, dir, "file", "")
		write1(t, dir, "folder/a", "")
		_, err := Make(dir, map[string][]byte{path: []byte("new")}, Options{Force: true, Own: "out"})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", path, err, want)
		}
	}
}
