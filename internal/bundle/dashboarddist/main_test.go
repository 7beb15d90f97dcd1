package main

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"testing"
)

// maxSize is the limit of all files together, in bytes after gzip.
const maxSize = 150 << 10

func TestDistIsBuiltFromTheSources(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "dashboard")
	files, err := build(dir)
	if err != nil {
		t.Fatalf("%v: run npm ci if a package is missing", err)
	}
	size := 0
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(dir, "dist", name))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("dashboard/dist/%s differs from a fresh build (%v): run go run ./internal/bundle/dashboarddist", name, err)
		}
		var packed bytes.Buffer
		w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
		_, _ = w.Write(want)
		_ = w.Close()
		size += packed.Len()
	}
	if len(files) != 3 || size > maxSize {
		t.Errorf("%d files with %d bytes after gzip, want 3 with at most %d", len(files), size, maxSize)
	}
	t.Logf("%d bytes after gzip", size)
	entries, err := os.ReadDir(filepath.Join(dir, "dist"))
	if err != nil || len(entries) != len(files) {
		t.Errorf("dashboard/dist has %d files (%v), want %d", len(entries), err, len(files))
	}
}
