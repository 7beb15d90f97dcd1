package build

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/codegen"
	"github.com/appsvc/svc/internal/projectfs"
)

// tree lists the files below a folder.
func tree(t *testing.T, dir string) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			name, _ := filepath.Rel(dir, path)
			files = append(files, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func replaced(t *testing.T, dir string, paths ...string) {
	t.Helper()
	var files []codegen.File
	for _, path := range paths {
		files = append(files, codegen.File{Path: path, Data: []byte(path)})
	}
	if err := Replace(dir, "", files, Overwrite); err != nil {
		t.Fatal(err)
	}
}

func TestReplaceReplacesTheFormerBuild(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "deep", "out")
	replaced(t, dir, "a.json", "edge/old/worker.js")
	// What the vendor's tool leaves behind is not a reason to stop.
	if err := os.MkdirAll(filepath.Join(dir, "edge", "old", ".wrangler", "tmp"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "edge", "old", ".wrangler", "tmp", "x"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	replaced(t, dir, "a.json", "edge/new/worker.js")
	if got, want := tree(t, parent), []string{
		"deep/out/.svc-files", "deep/out/a.json", "deep/out/edge/new/worker.js",
	}; !slices.Equal(got, want) {
		t.Errorf("there is %q", got)
	}
}

func TestReplaceRewritesAnEditedFile(t *testing.T) {
	parent := t.TempDir()
	dir, copied := filepath.Join(parent, "out"), filepath.Join(parent, "copy")
	files := []codegen.File{{Path: "same", Data: []byte("text")}, {Path: "edited", Data: []byte("text")}, {Path: "empty"}}
	if err := errors.Join(Replace(dir, "", files, Overwrite), os.WriteFile(
		filepath.Join(dir, "edited"), []byte("mine"), 0o644,
	), os.Link(filepath.Join(dir, "edited"), copied)); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(filepath.Join(dir, "same"))
	if err != nil {
		t.Fatal(err)
	}
	if err := Replace(dir, "", files, Overwrite); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		filepath.Join(dir, "same"): "text", filepath.Join(dir, "edited"): "text", filepath.Join(dir, "empty"): "",
		copied: "mine",
	} {
		if text, err := os.ReadFile(path); err != nil || string(text) != want {
			t.Errorf("%s holds %q, %v", path, text, err)
		}
	}
	if after, err := os.Stat(filepath.Join(dir, "same")); err != nil || !os.SameFile(before, after) {
		t.Errorf("a file that is the same was written again: %v", err)
	}
}

func TestReplaceRejectsAFolderWithForeignFiles(t *testing.T) {
	for name, prepare := range map[string]func(dir string) error{
		"a folder of the user": func(dir string) error { return os.WriteFile(filepath.Join(dir, "notes.txt"), nil, 0o644) },
		"a file among our own": func(dir string) error {
			return errors.Join(
				Replace(dir, "", []codegen.File{{Path: "edge/a"}}, Overwrite),
				os.WriteFile(filepath.Join(dir, "edge", "notes.txt"), nil, 0o644),
			)
		},
		"a cache in a folder that is not ours": func(dir string) error {
			return errors.Join(
				os.Mkdir(filepath.Join(dir, ".wrangler"), 0o755), os.WriteFile(filepath.Join(dir, ".wrangler", "x"), nil, 0o644),
			)
		},
		"a link to a folder": func(dir string) error {
			return errors.Join(os.Remove(dir), os.Symlink(filepath.Dir(dir), dir))
		},
	} {
		dir := filepath.Join(t.TempDir(), "out")
		if err := errors.Join(os.Mkdir(dir, 0o755), prepare(dir)); err != nil {
			t.Fatal(err)
		}
		before := tree(t, filepath.Dir(dir))
		var foreign *ForeignError
		if err := Replace(dir, "", []codegen.File{{Path: "b"}}, Overwrite); !errors.As(err, &foreign) {
			t.Errorf("%s: %v", name, err)
		}
		if after := tree(t, filepath.Dir(dir)); !slices.Equal(before, after) {
			t.Errorf("%s: %q became %q", name, before, after)
		}
	}
}

func TestReplaceRejectsPathsOutsideTheFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	for _, path := range []string{"../a", "/a", "a/../../b", ""} {
		if err := Replace(dir, "", []codegen.File{{Path: path}}, Overwrite); err == nil {
			t.Errorf("%q was written", path)
		}
	}
	if entries, err := os.ReadDir(filepath.Dir(dir)); err != nil || len(entries) != 0 {
		t.Errorf("left are %v, %v", entries, err)
	}
}

func TestReplaceRemovesTheDraftOfAKilledBuild(t *testing.T) {
	parent := t.TempDir()
	tree1, err := projectfs.OpenTree(parent)
	if err != nil {
		t.Fatal(err)
	}
	defer tree1.Close()
	running, remove, err := projectfs.DraftFolder(tree1.Root(), "out")
	if err != nil {
		t.Fatal(err)
	}
	killed, other := strings.TrimSuffix(running, "0")+"1", ".other"+strings.TrimPrefix(running, ".out")
	for _, name := range []string{killed, other} {
		path := filepath.Join(parent, name, "next", "a")
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, nil, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	replaced(t, filepath.Join(parent, "out"), "a")
	want := []string{other + "/next/a", running + "/lock", "out/.svc-files", "out/a"}
	if got := tree(t, parent); !slices.Equal(got, want) {
		t.Errorf("there is %q, want %q", got, want)
	}
	remove()
	if got := tree(t, parent); slices.Contains(got, running+"/lock") {
		t.Errorf("there is %q", got)
	}
}

func TestReplaceKeepsInstalledPackages(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "out")
	replaced(t, dir, "package.json", "crm/cards/package.json")
	for _, name := range []string{"node_modules/a/x.js", "package-lock.json", "crm/cards/node_modules/b/x.js"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, nil, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	replaced(t, dir, "package.json") // what was installed for a folder that is gone goes with it
	if got, want := tree(t, parent), []string{
		"out/.svc-files", "out/node_modules/a/x.js", "out/package-lock.json", "out/package.json",
	}; !slices.Equal(got, want) {
		t.Errorf("there is %q", got)
	}
	strange := filepath.Join(parent, "strange")
	if err := errors.Join(os.MkdirAll(
		filepath.Join(strange, "node_modules"), 0o755,
	), os.WriteFile(filepath.Join(strange, "node_modules", "x"), nil, 0o644)); err != nil {
		t.Fatal(err)
	}
	var foreign *ForeignError
	if err := Replace(strange, "", nil, Overwrite); !errors.As(err, &foreign) {
		t.Errorf("packages in a folder that was never generated: %v", err)
	}
}

func TestReplaceRejectsASymbolicLink(t *testing.T) {
	parent := t.TempDir()
	target, link := filepath.Join(parent, "target"), filepath.Join(parent, "link")
	if err := errors.Join(os.Mkdir(target, 0o755), os.Symlink(target, link)); err != nil {
		t.Fatal(err)
	}
	var foreign *ForeignError
	if err := Replace(link, "", nil, Overwrite); !errors.As(err, &foreign) || foreign.Dir != link || foreign.Name != "" {
		t.Errorf("got %v", err)
	}
}

func TestReplaceKeepsEditedFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	edit := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	files := []codegen.File{{Path: "a", Data: []byte("a1")}, {Path: "b", Data: []byte("b1")}}
	next := []codegen.File{{Path: "a", Data: []byte("a2")}, {Path: "c", Data: []byte("c2")}}
	if err := Replace(dir, "", files, Keep); err != nil {
		t.Fatal(err)
	}
	for _, again := range [][]codegen.File{files, next, files} {
		if err := Replace(dir, "", again, Keep); err != nil {
			t.Fatalf("without edits: %v", err)
		}
	}
	edit("b", "mine")
	before := tree(t, dir)
	var edited *EditedError
	for _, again := range [][]codegen.File{files, next} { // b is replaced, or deleted
		if err := Replace(dir, "", again, Keep); !errors.As(err, &edited) || !slices.Equal(edited.Names, []string{"b"}) {
			t.Errorf("with an edit: %v", err)
		}
	}
	if text, err := os.ReadFile(filepath.Join(dir, "b")); string(text) != "mine" || !slices.Equal(before, tree(t, dir)) {
		t.Errorf("b holds %q, %v; there is %q", text, err, tree(t, dir))
	}
	if err := os.Remove(filepath.Join(dir, "b")); err != nil {
		t.Fatal(err)
	}
	edit("a", "a2") // what would be written anyway
	if err := Replace(dir, "", next, Keep); err != nil {
		t.Errorf("after the edited file was deleted: %v", err)
	}
}
