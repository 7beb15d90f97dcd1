package scaffold

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func write1(t *testing.T, dir, path, text string) {
	t.Helper()
	full := filepath.Join(dir, path)
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func read1(t *testing.T, dir, path string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, path))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func actions(plan *Plan) string {
	var lines []string
	for _, step := range plan.Steps {
		lines = append(lines, string(step.Action)+" "+step.Path)
	}
	return strings.Join(lines, "\n")
}

func TestPlanWithConflictWritesNothing(t *testing.T) {
	dir := t.TempDir()
	write1(t, dir, "README.md", "mine")
	write1(t, dir, "src/main.ts", "mine")
	files := map[string][]byte{"README.md": []byte("ours"), "src/main.ts": []byte("ours"), "new.ts": []byte("ours")}
	plan, err := Make(dir, files, Options{Keep: []string{"README.md"}})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := actions(plan), "keep README.md\ncreate new.ts\nconflict src/main.ts"; got != want {
		t.Errorf("plan:\n%s\nwant:\n%s", got, want)
	}
	if err := plan.Apply(); err == nil {
		t.Error("a plan with a conflict was applied")
	}
	if _, err := os.Stat(filepath.Join(dir, "new.ts")); err == nil {
		t.Error("a plan with a conflict wrote a file")
	}
}

func TestForceOverwritesConflicts(t *testing.T) {
	dir := t.TempDir()
	write1(t, dir, "a.ts", "mine")
	plan, err := Make(dir, map[string][]byte{"a.ts": []byte("ours")}, Options{Force: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := plan.Apply(); err != nil {
		t.Fatal(err)
	}
	if got := read1(t, dir, "a.ts"); got != "ours" {
		t.Errorf("a.ts = %q", got)
	}
}

func TestForceKeepsAndMergesFiles(t *testing.T) {
	dir := t.TempDir()
	write1(t, dir, "README.md", "mine")
	write1(t, dir, "package.json", `{"name": "mine"}`)
	files := map[string][]byte{
		"README.md": []byte("ours"), "package.json": []byte(`{"name": "ours", "scripts": {"a": "b"}}`),
	}
	plan, err := Make(dir, files, Options{Force: true, Keep: []string{"README.md"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := actions(plan); got != "keep README.md\nmerge package.json" {
		t.Errorf("plan:\n%s", got)
	}
	if err := plan.Apply(); err != nil {
		t.Fatal(err)
	}
	if got := read1(t, dir, "package.json"); !strings.Contains(got, `"name": "mine"`) || !strings.Contains(
		got, `"a": "b"`,
	) {
		t.Errorf("package.json = %s", got)
	}
}

func TestMergePreservesLineBreaksAndByteOrderMark(t *testing.T) {
	dir := t.TempDir()
	write1(t, dir, "package.json", "\ufeff{\r\n  \"name\": \"mine\"\r\n}\r\n")
	plan, err := Make(dir, map[string][]byte{"package.json": []byte(`{"scripts": {"a": "b"}}`)}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := plan.Apply(); err != nil {
		t.Fatal(err)
	}
	want := "\ufeff{\r\n  \"name\": \"mine\",\r\n  \"scripts\": {\r\n    \"a\": \"b\"\r\n  }\r\n}\r\n"
	if got := read1(t, dir, "package.json"); got != want {
		t.Errorf("package.json = %q, want %q", got, want)
	}
}

func TestMergePreservesExistingContent(t *testing.T) {
	for _, c := range []struct{ path, before, wanted, after string }{
		{
			"package.json",
			"{\n    \"name\": \"shop\",\n    \"scripts\": {\"check\": \"mine\"}\n}\n",
			`{"name": "app", "scripts": {"check": "svc check", "types": "svc types"}, "devDependencies": {"typescript": "^5"}}`,
			"{\n    \"name\": \"shop\",\n    \"scripts\": {\n        \"check\": \"mine\",\n" +
				"        \"types\": \"svc types\"\n    },\n" +
				"    \"devDependencies\": {\n        \"typescript\": \"^5\"\n    }\n}\n",
		},
		{
			"package.json", `{"dependencies": {"@svc/sdk": "1.0.0", "check": "1.0.0"}}`,
			`{"scripts": {"check": "svc check"}, "devDependencies": {"@svc/sdk": "1.2.3", "@svc/cli": "1.2.3"}}`,
			"{\n  \"dependencies\": {\n    \"@svc/sdk\": \"1.0.0\",\n    \"check\": \"1.0.0\"\n  },\n" +
				"  \"scripts\": {\n    \"check\": \"svc check\"\n  },\n" +
				"  \"devDependencies\": {\n    \"@svc/cli\": \"1.2.3\"\n  }\n}\n",
		},
		{
			"tsconfig.json", `{"include": ["a"]}`, `{"extends": "./.svc/tsconfig.json"}`,
			"{\n  \"extends\": \"./.svc/tsconfig.json\",\n  \"include\": [\n    \"a\"\n  ]\n}\n",
		},
		{"tsconfig.json", "{ // mine\n}", `{"extends": "./.svc/tsconfig.json"}`, "{ // mine\n}"},
		{".gitignore", "dist", "node_modules/\ndist\n", "dist\nnode_modules/\n"},
	} {
		after, _, err := mergers[c.path]([]byte(c.before), []byte(c.wanted))
		if err != nil {
			t.Errorf("%s: %v", c.path, err)
		}
		if string(after) != c.after {
			t.Errorf("%s: merged to\n%s\nwant\n%s", c.path, after, c.after)
		}
	}
}

func TestMergeRejectsInvalidPackageJSON(t *testing.T) {
	for _, text := range []string{"", "[]", "{", "nonsense"} {
		if _, _, err := mergePackage([]byte(text), []byte("{}")); err == nil {
			t.Errorf("merged into %q", text)
		}
	}
}

func TestOwnFilesAreRefreshed(t *testing.T) {
	dir := t.TempDir()
	write1(t, dir, ".svc/types/a.d.ts", "old")
	plan, err := Make(dir, map[string][]byte{".svc/types/a.d.ts": []byte("new")}, Options{Own: ".svc"})
	if err != nil {
		t.Fatal(err)
	}
	if got := actions(plan); got != "refresh .svc/types/a.d.ts" {
		t.Errorf("plan: %s", got)
	}
	if err := plan.Apply(); err != nil {
		t.Fatal(err)
	}
	if got := read1(t, dir, ".svc/types/a.d.ts"); got != "new" {
		t.Errorf("a.d.ts = %q", got)
	}
}
