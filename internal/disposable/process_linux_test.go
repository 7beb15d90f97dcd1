package disposable

import (
	"errors"
	"io/fs"
	"path/filepath"
	"testing"
)

func TestProgramThatCannotStartIsAnError(t *testing.T) {
	p, err := start(Options{Program: filepath.Join(t.TempDir(), "gone")}, state{})
	if p != nil || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("start = %v, %v; want no process and an error", p, err)
	}
}
