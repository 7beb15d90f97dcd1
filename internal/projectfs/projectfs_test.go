package projectfs

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// tree writes files below a new folder, and returns its real path. A text that starts with "->" is a link.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if len(text) > 2 && text[:2] == "->" {
			err = os.Symlink(filepath.FromSlash(text[2:]), path)
		} else {
			err = os.WriteFile(path, []byte(text), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func open(t *testing.T, dir string, o Options) *Root {
	t.Helper()
	r, err := Open(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	return r
}

func TestImportsStayInside(t *testing.T) {
	dir := tree(t, map[string]string{
		"package.json":                   `{"workspaces":["app","lib"]}`,
		".env":                           "SECRET=1",
		"secret.pem":                     "key",
		"settings/.hidden/a.ts":          "a",
		"lib/index.ts":                   "lib",
		"node_modules/.pnpm/a@1/a/m.js":  "a",
		"node_modules/a":                 "->.pnpm/a@1/a",
		"app/src/a.ts":                   "a",
		"app/.dev.vars":                  "SECRET=1",
		"app/.generated/a.ts":            "generated",
		"app/.svc/state/x.json":          "{}",
		"app/vars.txt":                   "->.dev.vars",
		"app/env.txt":                    "->../.env",
		"app/lib.ts":                     "->../lib/index.ts",
		"app/out.ts":                     "->/etc/passwd",
		"app/self.json":                  "->/proc/self/environ",
		"app/loop.ts":                    "->loop.ts",
		"app/folder":                     "->../..",
		"app/.DEV.VARS.local":            "SECRET=1",
		"app/node_modules/b/.git/config": "SECRET=1",
	})
	r := open(t, filepath.Join(dir, "app"), Options{})
	if r.Workspace() != dir {
		t.Errorf("workspace is %s, want %s", r.Workspace(), dir)
	}
	for name, want := range map[string]error{
		"src/a.ts": nil, "lib.ts": nil, "../lib/index.ts": nil, ".generated/a.ts": nil,
		"../node_modules/a/m.js": nil, "../package.json": nil,
		filepath.Join(dir, "lib/index.ts"): nil,
		"../.env":                          ErrProtected, "env.txt": ErrProtected, ".dev.vars": ErrProtected,
		"vars.txt": ErrProtected, ".svc/state/x.json": ErrProtected, ".DEV.VARS.local": ErrProtected,
		"node_modules/b/.git/config": ErrProtected,
		"../secret.pem":              ErrOutside, "../settings/.hidden/a.ts": ErrOutside, "out.ts": ErrOutside,
		"/etc/passwd": ErrOutside, "/etc/missing": ErrOutside, "self.json": ErrOutside,
		"/proc/self/environ": ErrOutside, "/dev/zero": ErrOutside,
		"folder/" + filepath.Base(dir) + "/package.json": nil, "folder/" + filepath.Base(dir) + "/secret.pem": ErrOutside,
		"src": ErrNotRegular, "missing.ts": fs.ErrNotExist,
	} {
		if _, err := r.ReadImport(name); !errors.Is(err, want) || want == nil && err != nil {
			t.Errorf("%s: got %v, want %v", name, err, want)
		}
	}
	if _, err := r.ReadImport("loop.ts"); err == nil {
		t.Error("a link to itself was read")
	}
	if _, err := r.ReadFile(".dev.vars"); err != nil {
		t.Errorf("the product reads .dev.vars: %v", err)
	}
	if _, err := r.ReadFile("vars.txt"); !errors.Is(err, ErrProtected) {
		t.Errorf("a link to .dev.vars: got %v", err)
	}
}

func TestInputsAreTheFilesThatWereOpened(t *testing.T) {
	dir := tree(t, map[string]string{
		"pnpm-workspace.yaml": "", "lib/a.ts": "a", "outside.pem": "x",
		"app/a.ts": "a", "app/b.ts": "b", "app/lib.ts": "->../lib/a.ts", "app/big.json": strings.Repeat("x", MaxFile+1),
		"app/node_modules/p/index.js": "p",
	})
	r := open(t, filepath.Join(dir, "app"), Options{})
	for _, name := range []string{
		"a.ts", "a.ts", "lib.ts", "big.json", "missing.json", "node_modules/p/index.js", "/etc/passwd", "../outside.pem",
	} {
		_, _ = r.ReadImport(name) // refused files count, too
	}
	if _, err := fs.ReadFile(r.FS(), "b.ts"); err != nil {
		t.Error(err)
	}
	want := []string{"../lib/a.ts", "../outside.pem", "a.ts", "b.ts", "big.json", "lib.ts"}
	if got := r.Inputs().Files; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestInputsHaveTheNamesThatWereLookedFor(t *testing.T) {
	dir := tree(t, map[string]string{
		"pnpm-workspace.yaml": "", "lib/a.ts": "a", "app/a.ts": "a", "app/src/workers/w.ts": "w", "app/linked": "->../lib",
		"app/node_modules/p/index.js": "p", "app/node_modules/l": "->../../lib",
	})
	r := open(t, filepath.Join(dir, "app"), Options{})
	_, _ = r.ReadImport("missing.json")
	_, _ = r.ReadImport("none/deep/missing.json")
	_, _ = r.Stat("a.ts")
	r.Expect("linked/b")
	for _, package_ := range []string{"p", "l"} {
		r.Expect("node_modules/" + package_ + "/b")
	}
	r.Expect("/etc/missing")
	_, _ = r.ReadDir("src/workers", ".ts", ".js")
	got := r.Inputs()
	want := []string{
		"../lib/b", "../package.json", "../pnpm-workspace.yaml", "a.ts", "linked/b", "missing.json", "none/deep/missing.json",
	}
	if !slices.Equal(got.Expected, want) {
		t.Errorf("expected: got %q, want %q", got.Expected, want)
	}
	if want := []string{"src/workers/*.js", "src/workers/*.ts"}; !slices.Equal(got.Listed, want) {
		t.Errorf("listed: got %q, want %q", got.Listed, want)
	}
}

func TestInputsHaveTheFilesThatDecideAboutTheWorkspace(t *testing.T) {
	dir := tree(t, map[string]string{"package.json": `{}`, "apps/crm/a.ts": "a"})
	inputs := open(t, filepath.Join(dir, "apps", "crm"), Options{}).Inputs()
	if want := []string{"../../package.json"}; !slices.Equal(inputs.Files, want) {
		t.Errorf("files: got %q, want %q", inputs.Files, want)
	}
	want := []string{"../../package.json", "../../pnpm-workspace.yaml", "../package.json", "../pnpm-workspace.yaml"}
	if !slices.Equal(inputs.Expected, want) {
		t.Errorf("expected: got %q, want %q", inputs.Expected, want)
	}
	if got := open(t, dir, Options{Untrusted: true}).Inputs().Expected; len(got) > 0 {
		t.Errorf("an untrusted project expects %q", got)
	}
}

func TestUntrustedProjectHasNoWorkspace(t *testing.T) {
	dir := tree(t, map[string]string{
		"pnpm-workspace.yaml": "", "lib/a.ts": "a", "app/a.ts": "a", "app/lib.ts": "->../lib/a.ts",
	})
	r := open(t, filepath.Join(dir, "app"), Options{Untrusted: true})
	for _, name := range []string{"../lib/a.ts", "lib.ts"} {
		if _, err := r.ReadImport(name); !errors.Is(err, ErrOutside) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if _, err := r.ReadImport("a.ts"); err != nil {
		t.Error(err)
	}
}

func TestWorkspaceIsTheNearest(t *testing.T) {
	dir := tree(t, map[string]string{
		"a/.git/HEAD": "", "a/b/package.json": `{"workspaces":["c"]}`, "a/b/c/package.json": `{}`, "a/d/x": "",
		"alone/x": "",
	})
	for project, want := range map[string]string{"a/b/c": "a/b", "a/d": "a", "a": "a"} {
		if r := open(t, filepath.Join(dir, project), Options{}); r.Workspace() != filepath.Join(dir, want) {
			t.Errorf("%s: got %s, want %s", project, r.Workspace(), want)
		}
	}
}

func TestRefusesWhatIsNoBoundedText(t *testing.T) {
	dir := tree(t, map[string]string{"latin.ts": "\xe9t\xe9", "folder/x": ""})
	for name, size := range map[string]int64{"sparse": 1 << 30, "limit": MaxFile, "over": MaxFile + 1} {
		file, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(file.Truncate(size), file.Close()); err != nil {
			t.Fatal(err)
		}
	}
	r := open(t, dir, Options{})
	for name, want := range map[string]error{
		"latin.ts": ErrNotUTF8, "folder": ErrNotRegular, "sparse": ErrTooLarge, "over": ErrTooLarge, "limit": nil,
	} {
		if _, err := r.ReadText(name); !errors.Is(err, want) {
			t.Errorf("%s: got %v, want %v", name, err, want)
		}
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, _ = r.ReadFile("sparse")
	runtime.ReadMemStats(&after)
	if after.TotalAlloc-before.TotalAlloc > 1<<20 {
		t.Error("a sparse file of 1 GB was allocated")
	}
}

func TestCountsEachFileOnce(t *testing.T) {
	dir := tree(t, map[string]string{"a": "1234", "b": "1234"})
	r := open(t, dir, Options{})
	r.read.Store(maxRead - 4)
	for range 3 {
		if _, err := r.ReadFile("a"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := r.ReadFile("b"); !errors.Is(err, ErrBudget) {
		t.Errorf("got %v", err)
	}
}

func TestFSIsAFileSystem(t *testing.T) {
	dir := tree(t, map[string]string{"a.txt": "a", "b/c.txt": "c"})
	if err := fstest.TestFS(open(t, dir, Options{}).FS(), "a.txt", "b/c.txt"); err != nil {
		t.Error(err)
	}
}
