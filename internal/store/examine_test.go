package store

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestExaminingMakesNothingAndSaysWhatIsWrong(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	if found, err := Examine(dir); found || err != nil {
		t.Fatalf("of nothing: %v, %v", found, err)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("it has made the folder")
	}
	db, err := Open(dir, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Examine(dir); !errors.Is(err, ErrLocked) {
		t.Errorf("while it is held: %v", err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if found, err := Examine(dir); !found || err != nil {
		t.Errorf("when it is well: %v, %v", found, err)
	}
	if err := os.WriteFile(filepath.Join(dir, fileName), []byte("no state"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Examine(dir); !errors.Is(err, ErrDamaged) {
		t.Errorf("when it is damaged: %v", err)
	}
}
