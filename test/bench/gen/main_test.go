package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

func TestGeneratedProjectsCompile(t *testing.T) {
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	for name, files := range map[string]map[string]string{"workers": project(2), "one worker": oneWorker(2)} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := write(dir, files); err != nil {
				t.Fatal(err)
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
				if out, err := exec.CommandContext(t.Context(), "node", tsc, "--noEmit", "-p", dir).CombinedOutput(); err != nil {
					t.Errorf("%s: %v\n%s", compiler, err, out)
				}
			}
		})
	}
}
