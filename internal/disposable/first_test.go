package disposable

import "testing"

func TestRunContinuesAfterTheDeathOfTheFirstProcessOnce(t *testing.T) {
	p := pending{end: &ending{file: "a"}}
	if _, ok := p.take(state{Asked: true}); ok {
		t.Error("a request took the end of a command")
	}
	if _, ok := p.take(state{Deaths: 1}); ok {
		t.Error("a later process took the end of the first")
	}
	if end, ok := p.take(state{}); !ok || end.file != "a" {
		t.Errorf("got %+v, %v, want the end of the first process", end, ok)
	}
	if _, ok := p.take(state{}); ok {
		t.Error("took the end twice")
	}
}
