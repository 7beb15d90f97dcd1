package process

import (
	"errors"
	"io/fs"
	"path/filepath"
	"testing"
)

func TestProgramThatCannotStartIsAnError(t *testing.T) {
	p, err := Start(Options{Program: filepath.Join(t.TempDir(), "gone")})
	if p != nil || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Start = %v, %v; want no process and an error", p, err)
	}
}
