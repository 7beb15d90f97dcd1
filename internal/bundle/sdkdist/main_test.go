// This file compares sdk/dist with what its sources give now.

package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const sdk = "../../../sdk"

func TestTheCommittedScriptsAreThoseOfTheSources(t *testing.T) {
	fresh, err := build(sdk)
	if err != nil {
		t.Fatal(err)
	}
	dist := filepath.Join(sdk, "dist")
	for name, want := range fresh {
		got, err := os.ReadFile(filepath.Join(dist, filepath.FromSlash(name)))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("sdk/dist/%s is not what its source gives (%v): run go run ./internal/bundle/sdkdist", name, err)
		}
	}
	err = filepath.WalkDir(dist, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".js") {
			return err
		}
		name, err := filepath.Rel(dist, path)
		if _, found := fresh[filepath.ToSlash(name)]; !found {
			t.Errorf("sdk/dist/%s has no source any more: run go run ./internal/bundle/sdkdist", name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestTheSameSourcesGiveTheSameBytes(t *testing.T) {
	first, err := build(sdk)
	if err != nil {
		t.Fatal(err)
	}
	second, err := build(sdk)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range first {
		if !bytes.Equal(text, second[name]) {
			t.Errorf("%s differs between two builds", name)
		}
	}
}

func TestNoScriptNamesTheFolderThatItWasBuiltIn(t *testing.T) {
	files, err := build(sdk)
	if err != nil {
		t.Fatal(err)
	}
	here, err := filepath.Abs(sdk)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if bytes.Contains(text, []byte(here)) {
			t.Errorf("%s names the folder that it was built in", name)
		}
	}
}

func TestASourceThatDoesNotParseIsAnErrorWithItsPlace(t *testing.T) {
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
	if _, err := build(dir); err == nil || !strings.Contains(err.Error(), "src/index.ts:1:13") {
		t.Errorf("error %v; want one with the place", err)
	}
}
