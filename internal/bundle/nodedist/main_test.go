package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

func TestScriptsAreBuiltFromThePackages(t *testing.T) {
	for _, m := range modules {
		for _, name := range m.packages {
			if _, err := os.Stat(filepath.Join("..", "..", "..", "node_modules", name)); err != nil {
				t.Fatalf("the package %s is not installed: run npm ci", name)
			}
		}
	}
	fresh, err := build("../../..")
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join("..", "..", "..", filepath.FromSlash(dist))
	for name, want := range fresh {
		got, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s/%s differs from a fresh build (%v): run go run ./internal/bundle/nodedist", dist, name, err)
		}
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if _, found := fresh[entry.Name()]; !found {
			t.Errorf("%s/%s has no source: remove it", dist, entry.Name())
		}
	}
}
