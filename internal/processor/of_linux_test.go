package processor

import (
	"errors"
	"os"
	"os/exec"
	"testing"
)

func TestProcessThatHasEndedHasNoTime(t *testing.T) {
	if _, err := TimeOf(os.Getpid()); err != nil {
		t.Errorf("of this process: %v", err)
	}
	ended := exec.Command("true")
	if err := ended.Run(); err != nil {
		t.Fatal(err)
	}
	if used, err := TimeOf(ended.Process.Pid); !errors.Is(err, os.ErrProcessDone) {
		t.Errorf("got %v (%v), want %v", used, err, os.ErrProcessDone)
	}
}
