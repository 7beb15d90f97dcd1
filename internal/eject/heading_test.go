package eject

import "testing"

func TestHeadingHasNoControlCodes(t *testing.T) {
	got := heading("A\x1b[31m `b`\n<c>\u202e\u2028\u009b")
	if want := "A (31m 'b' ‹c>   "; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
