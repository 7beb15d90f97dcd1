package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const sdk = "../../../sdk"

func TestDistIsBuiltFromTheSources(t *testing.T) {
	fresh, err := buildScripts(sdk)
	if err != nil {
		t.Fatal(err)
	}
	dist := filepath.Join(sdk, "dist")
	for name, want := range fresh {
		got, err := os.ReadFile(filepath.Join(dist, filepath.FromSlash(name)))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("sdk/dist/%s differs from a fresh build (%v): run make generate", name, err)
		}
	}
	if sum, err := sourcesSum(sdk); err != nil || sum != committedSum(sdk) {
		t.Errorf("sdk/dist was built from other sources (%v): run make generate", err)
	}
	err = filepath.WalkDir(dist, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".js") {
			return err
		}
		name, err := filepath.Rel(dist, path)
		if _, found := fresh[filepath.ToSlash(name)]; !found {
			t.Errorf("sdk/dist/%s has no source: run make generate", name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestScriptsAreDeterministic(t *testing.T) {
	first, err := buildScripts(sdk)
	if err != nil {
		t.Fatal(err)
	}
	second, err := buildScripts(sdk)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range first {
		if !bytes.Equal(text, second[name]) {
			t.Errorf("%s differs between two builds", name)
		}
	}
}

// The local engine copies what a module of the runtime imports: see RuntimeScripts of internal/bundle.
func TestSourcesExportNoVariables(t *testing.T) {
	variable := regexp.MustCompile(`(?m)^export (let|var) .*`)
	sources := 0
	err := filepath.WalkDir(filepath.Join(sdk, "src"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".ts") || strings.HasSuffix(path, ".test.ts") {
			return err
		}
		sources++
		text, err := os.ReadFile(path)
		if found := variable.Find(text); found != nil {
			t.Errorf("%s: %s: export a constant, or functions that read and write the variable", path, found)
		}
		return err
	})
	if err != nil || sources == 0 {
		t.Fatalf("%d sources: %v", sources, err)
	}
}

func TestScriptsContainNoPathOfThisMachine(t *testing.T) {
	files, err := buildScripts(sdk)
	if err != nil {
		t.Fatal(err)
	}
	here, err := filepath.Abs(sdk)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if bytes.Contains(text, []byte(here)) {
			t.Errorf("%s contains the path %s", name, here)
		}
	}
}

func TestBuildReportsThePositionOfASyntaxError(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"package.json": `{"version":"1.2.3"}`, "src/index.ts": "export const = 1;"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := buildScripts(dir); err == nil || !strings.Contains(err.Error(), "src/index.ts:1:13") {
		t.Errorf("error %v; want one with the position", err)
	}
}
