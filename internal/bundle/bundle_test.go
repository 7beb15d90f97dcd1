package bundle

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/projectfs"
)

// project writes files and returns the options to bundle them.
func project(t *testing.T, files map[string]string) Options {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for path, text := range files {
		full := filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return Options{Root: root, SDK: embedded(t), Sources: NewSources(rooted(t, root))}
}

func TestBuildsWithSharedSourcesIgnoreChangesOnDisk(t *testing.T) {
	o := project(t, map[string]string{"a.ts": "import './b';\nexport default 1;\n", "b.ts": "console.log('before');\n"})
	first, faults := Evaluation(o, [][]string{{"a.ts"}, {"b.ts"}}, false)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	if err := os.WriteFile(
		filepath.Join(o.Root, "b.ts"), []byte("console.log('after, and longer');\n"), 0o644,
	); err != nil {
		t.Fatal(err)
	}
	second, faults := Evaluation(o, [][]string{{"a.ts"}, {"b.ts"}}, true)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	for i := range first {
		if string(first[i].Code) != string(second[i].Code) || first[i].Map != nil || len(second[i].Map) == 0 {
			t.Errorf("shard %d: codes differ, or a map is unexpected", i)
		}
	}
	if text, known := o.Sources.Text("b.ts"); !known || !strings.Contains(text, "before") {
		t.Errorf("the text of b.ts is %q", text)
	}
	if files := o.Sources.Files(); !slices.Equal(files, []string{"a.ts", "b.ts"}) {
		t.Errorf("files %q", files)
	}
}

func TestFaultsHaveKindAndPosition(t *testing.T) {
	for source, want := range map[string]Fault{
		"/* 😀é */ const x = ;\n":                {Kind: Syntax, Text: `unexpected ";"`},
		"/* 😀é */ import x from './gone'; x;\n": {Kind: Unresolved, Import: "./gone"},
		"import { y } from './b'; y;\n":         {Kind: MissingExport, Import: "b.ts", Name: "y"},
		"import x from './c.png'; x;\n":         {Kind: NoLoader},
		"await 1;\n":                            {Kind: Syntax},
	} {
		o := project(t, map[string]string{"a.ts": source, "b.ts": "export const x = 1;\n", "c.png": "x"})
		_, faults := Evaluation(o, [][]string{{"a.ts"}}, false)
		if len(faults) != 1 {
			t.Errorf("%s: faults %+v", source, faults)
			continue
		}
		got := faults[0]
		if got.Kind != want.Kind || got.Import != want.Import || got.Name != want.Name ||
			want.Text != "" && got.Text != want.Text {
			t.Errorf("%s: got %+v, want %+v", source, got, want)
		}
		column := map[FaultKind]int{Unresolved: 25, NoLoader: 15, MissingExport: 10}[got.Kind]
		if column > 0 &&
			(got.Span.File != "a.ts" || got.Span.Line != 1 || got.Span.Column != column || got.Span.EndColumn <= column) {
			t.Errorf("%s: at %+v, want column %d", source, got.Span, column)
		}
	}
}

func TestImportOfAnUnavailableFileIsNotAFault(t *testing.T) {
	o := project(t, map[string]string{
		"a.ts": "import def, { x } from './b';\nimport * as all from './b';\nexport default [def, x, all];\n",
		"b.ts": "export {;\n",
	})
	o.Unavailable = []string{"b.ts"}
	outputs, faults := Evaluation(o, [][]string{{"a.ts"}}, false)
	if len(faults) > 0 || !strings.Contains(string(outputs[0].Code), UnavailableMark) {
		t.Errorf("faults %v", faults)
	}
}

func rooted(t *testing.T, dir string) *projectfs.Root {
	t.Helper()
	files, err := projectfs.Open(dir, projectfs.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = files.Close() })
	return files
}
