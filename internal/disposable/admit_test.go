package disposable

import (
	"testing"

	"github.com/appsvc/svc/internal/disposable/process"
)

func TestProcessThatStartsDisposableOnesLoadsNoProjectItself(t *testing.T) {
	if !process.Supported {
		t.Skip("this system has no disposable processes")
	}
	t.Cleanup(func() { confined, joined = false, nil })
	if err := Admit(); err != nil {
		t.Errorf("before Confine: %v", err)
	}
	if Confine(); Admit() == nil {
		t.Error("a parent process was admitted")
	}
	joined = &child{}
	if Confine(); Admit() != nil {
		t.Error("a child process was refused")
	}
}
