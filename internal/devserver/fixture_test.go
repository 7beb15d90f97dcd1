package devserver

import (
	"context"
	"errors"
	"testing"
)

func TestTheFirstErrorOfTheStateIsReported(t *testing.T) {
	w := &installFixture{}
	first := errors.New("the state is damaged")
	_ = w.stateFailed(first)
	if err := w.stateFailed(errors.New("another process holds the state")); !errors.Is(err, first) {
		t.Errorf("the second failure returns %v", err)
	}
	// No host: the state must not be opened again.
	if _, err := w.actor(context.Background(), `{"class":"InstallActor","method":"storeGet"}`); !errors.Is(err, first) {
		t.Errorf("a later call returns %v", err)
	}
}
