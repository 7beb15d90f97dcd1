package store

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"
)

func TestLastInputIsStoredPerCapability(t *testing.T) {
	dir := stateFolder(t)
	if _, found, err := ReadLastInput(dir, []string{"main", "tool", "a"}); found || err != nil {
		t.Fatalf("before the first input: %v %v", found, err)
	}
	// Without escapes these names would share a file or lead out of the folder.
	names := [][]string{{"main", "tool", "a"}, {"main", "tool.a", ""}, {"../../x", "tool", "a/b"}}
	for _, name := range names {
		must(t, SaveLastInput(dir, name, LastInput{Input: json.RawMessage(`{"old":1}`)}))
		text, err := json.Marshal(map[string]string{"for": strings.Join(name, "|")})
		must(t, err)
		must(t, SaveLastInput(dir, name, LastInput{Input: text, Object: json.RawMessage(`{"id":"1"}`)}))
	}
	for _, name := range names {
		input, found, err := ReadLastInput(dir, name)
		if err != nil || !found || !strings.Contains(string(input.Input), strings.Join(name, "|")) ||
			string(input.Object) != `{"id":"1"}` || input.Install != nil {
			t.Errorf("%q: %s %s %v %v", name, input.Input, input.Object, found, err)
		}
	}
	files, err := os.ReadDir(dir.File(lastInputFolder))
	must(t, err)
	if len(files) != len(names) {
		t.Errorf("%d files for %d capabilities", len(files), len(names))
	}
	for _, file := range files {
		if info, err := file.Info(); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: mode %v %v", file.Name(), info.Mode(), err)
		}
	}
	ignored, err := os.ReadFile(dir.File(".gitignore"))
	if err != nil || string(ignored) != "*\n" {
		t.Errorf(".gitignore: %q %v", ignored, err)
	}
}

func TestDamagedLastInputIsAnError(t *testing.T) {
	dir := stateFolder(t)
	name := []string{"main", "tool", "a"}
	must(t, SaveLastInput(dir, name, LastInput{}))
	folder, file := lastInputFile(dir, name)
	must(t, os.WriteFile(folder.File(file), []byte(`{"input":`), 0o600))
	_, _, err := ReadLastInput(dir, name)
	var failure *Error
	path := folder.File(file)
	if !errors.As(err, &failure) || failure.Kind != ErrDamaged || !strings.Contains(failure.What, path) {
		t.Errorf("got %v", err)
	}
}
