package check

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/cli/clitest"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/projectfs"
)

// newFixing returns a fixing of a folder with main.ts, private files and links.
func newFixing(t *testing.T) (*fixing, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "app")
	for name, text := range map[string]string{
		"main.ts": "const a = 1;\n", ".git/hooks/a.ts": "x", "node_modules/p/a.ts": "x", "package.json": "{}", "../out.ts": "x",
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, to := range map[string]string{
		"out-link.ts": "../out.ts", "git-link.ts": ".git/hooks/a.ts", "package-link.ts": "node_modules/p/a.ts",
	} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	tree, err := projectfs.OpenTree(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tree.Close() })
	return &fixing{tree: tree, old: map[string]string{}, texts: map[string]string{}}, dir
}

func TestHostileAnswersChangeNothing(t *testing.T) {
	f, dir := newFixing(t)
	insert := []diag.Edit{{NewText: "evil"}}
	for name, file := range map[string]fixedFile{
		"outside":      {"../out.ts", hashOf("x"), insert},
		"absolute":     {filepath.ToSlash(filepath.Join(filepath.Dir(dir), "out.ts")), hashOf("x"), insert},
		"link outside": {"out-link.ts", hashOf("x"), insert},
		"hidden":       {".git/hooks/a.ts", hashOf("x"), insert},
		"link hidden":  {"git-link.ts", hashOf("x"), insert},
		"package":      {"node_modules/p/a.ts", hashOf("x"), insert},
		"link package": {"package-link.ts", hashOf("x"), insert},
		"no source":    {"package.json", hashOf("{}"), insert},
		"unclean":      {"./main.ts", hashOf("const a = 1;\n"), insert},
		"missing":      {"new.ts", hashOf(""), insert},
		"changed":      {"main.ts", hashOf("const a = 2;\n"), insert},
		"range":        {"main.ts", hashOf("const a = 1;\n"), []diag.Edit{{Offset: 5, EndOffset: 99}}},
		"negative":     {"main.ts", hashOf("const a = 1;\n"), []diag.Edit{{Offset: -1}}},
		"long":         {"main.ts", hashOf("const a = 1;\n"), []diag.Edit{{NewText: strings.Repeat("a", 401)}}},
		"control":      {"main.ts", hashOf("const a = 1;\n"), []diag.Edit{{NewText: "\x1b[2J"}}},
	} {
		if err := f.file(file); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	for name, want := range map[string]string{
		"main.ts": "const a = 1;\n", "../out.ts": "x", ".git/hooks/a.ts": "x", "node_modules/p/a.ts": "x", "package.json": "{}",
	} {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != want {
			t.Errorf("%s is %q, %v", name, got, err)
		}
	}
}

func TestFixKeepsTheModeAndLeavesNoDraft(t *testing.T) {
	f, dir := newFixing(t)
	edit := diag.Edit{Offset: 6, EndOffset: 7, NewText: "b"}
	if err := f.file(fixedFile{"main.ts", hashOf("const a = 1;\n"), []diag.Edit{edit}}); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "main.ts")
	text, err := os.ReadFile(file)
	info, statErr := os.Stat(file)
	if err != nil || statErr != nil || string(text) != "const b = 1;\n" || info.Mode().Perm() != 0o600 {
		t.Errorf("%q, %v, %v, %v", text, info.Mode(), err, statErr)
	}
	if drafts, _ := filepath.Glob(filepath.Join(dir, ".*draft*")); len(drafts) > 0 {
		t.Errorf("left %v", drafts)
	}
}

func TestFileThatChangesBeforeTheRenameStays(t *testing.T) {
	f, dir := newFixing(t)
	if err := f.write("main.ts", "what was read", "fixed"); err == nil {
		t.Error("no error")
	}
	if text, _ := os.ReadFile(filepath.Join(dir, "main.ts")); string(text) != "const a = 1;\n" {
		t.Errorf("got %q", text)
	}
}

func TestDiffRunsNoCommandsOfBuildServers(t *testing.T) {
	f := &fixing{
		old:   map[string]string{"a.ts": "::set-output name=a::b\n\x1b[2J##[error]c\na\n"},
		texts: map[string]string{"a.ts": "::set-output name=a::b\n\x1b[2J##[error]c\nb\n"},
	}
	env, _, errs := clitest.Env("", nil)
	f.print(env)
	const want = "--- a/a.ts\n+++ b/a.ts\n@@ -1,3 +1,3 @@\n :\ufffdset-output name=a::b\n \ufffd[2J##\ufffderror]c\n-a\n+b\n"
	if got := errs.String(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
