package store

import (
	"errors"
	"os"
	"testing"
	"time"
)

func TestExamineCreatesNothingAndReportsErrors(t *testing.T) {
	dir := stateFolder(t)
	if found, err := Examine(dir); found || err != nil {
		t.Fatalf("without state: %v, %v", found, err)
	}
	if _, err := os.Stat(dir.Path()); err == nil {
		t.Error("the folder was created")
	}
	db, err := Open(dir, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Examine(dir); !errors.Is(err, ErrLocked) {
		t.Errorf("while another process holds it: %v", err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if found, err := Examine(dir); !found || err != nil {
		t.Errorf("usable state: %v, %v", found, err)
	}
	if err := os.WriteFile(dir.File(fileName), []byte("no state"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Examine(dir); !errors.Is(err, ErrDamaged) {
		t.Errorf("damaged state: %v", err)
	}
}
