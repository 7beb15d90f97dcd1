package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestGeneratedProjectsCompile has each compiler build both projects in one process, which parses the SDK once.
func TestGeneratedProjectsCompile(t *testing.T) {
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	folders := []string{filepath.Join(dir, "workers"), filepath.Join(dir, "one-worker")}
	for i, files := range []map[string]string{project(2), oneWorker(2)} {
		if err := write(folders[i], files); err != nil {
			t.Fatal(err)
		}
	}
	scope := filepath.Join(dir, "node_modules", "@svc")
	if err := os.MkdirAll(scope, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(root, "sdk"), filepath.Join(scope, "sdk")); err != nil {
		t.Fatal(err)
	}
	for _, compiler := range []string{"typescript", "typescript5"} {
		tsc := filepath.Join(root, "node_modules", compiler, "bin", "tsc")
		args := append([]string{tsc, "--build", "--force", "--noEmit"}, folders...)
		if out, err := exec.CommandContext(t.Context(), "node", args...).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", compiler, err, out)
		}
	}
}
