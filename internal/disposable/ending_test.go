package disposable

import (
	"testing"

	"github.com/appsvc/svc/internal/disposable/process"
)

func TestRunContinuesAfterTheDeathOfTheFirstProcess(t *testing.T) {
	taken := 0
	take := func() *process.Ended {
		taken++
		return &process.Ended{Itself: true, Exit: 7}
	}
	if _, ok := ofFirst(state{Asked: true}, take); ok {
		t.Error("a request took the end of a command")
	}
	if _, ok := ofFirst(state{Deaths: 1}, take); ok {
		t.Error("a later process took the end of the first")
	}
	if end, ok := ofFirst(state{}, take); !ok || end.exit != 7 || taken != 1 {
		t.Errorf("got %+v, %v after %d calls, want the end of the first process", end, ok, taken)
	}
	if _, ok := ofFirst(state{}, func() *process.Ended { return nil }); ok {
		t.Error("there was no first process")
	}
}
