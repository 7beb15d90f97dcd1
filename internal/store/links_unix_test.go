//go:build unix

package store

import (
	"encoding/json"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestStateIsNotWrittenThroughLinksAndPipes(t *testing.T) {
	for name, do := range map[string]func(t *testing.T) (file string, use func() error){
		"state": func(t *testing.T) (string, func() error) {
			dir := stateFolder(t)
			return dir.File(fileName), func() error { _, err := Open(dir, 0); return err }
		},
		"spool": func(t *testing.T) (string, func() error) {
			dir := stateFolder(t)
			return dir.File(spoolName), func() error { return AppendSpool(dir, []byte("line")) }
		},
		"last input": func(t *testing.T) (string, func() error) {
			dir := stateFolder(t)
			folder, file := lastInputFile(dir, []string{"a"})
			return folder.File(file), func() error {
				return SaveLastInput(dir, []string{"a"}, LastInput{Input: json.RawMessage("1")})
			}
		},
	} {
		victim := filepath.Join(t.TempDir(), "victim")
		must(t, os.WriteFile(victim, []byte("old"), 0o600))
		for kind, place := range map[string]func(path string) error{
			"a link":       func(path string) error { return os.Symlink(victim, path) },
			"a named pipe": func(path string) error { return syscall.Mkfifo(path, 0o600) },
		} {
			file, use := do(t)
			must(t, os.MkdirAll(filepath.Dir(file), 0o700))
			must(t, place(file))
			if err := use(); err == nil {
				t.Errorf("%s as %s is used", kind, name)
			}
		}
		if text, err := os.ReadFile(victim); err != nil || string(text) != "old" {
			t.Errorf("%s: the victim is %q, %v", name, text, err)
		}
	}
}
