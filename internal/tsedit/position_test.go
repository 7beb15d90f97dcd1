package tsedit

import "testing"

func TestOffsetCountsUTF16Units(t *testing.T) {
	text := "\ufeffa\n'😀é' b"
	if got := Offset(text, 2, 7); got < 0 || text[got:] != "b" {
		t.Errorf("Offset = %d", got)
	}
	if got := Offset(text, 1, 1); got < 0 || text[got] != 'a' {
		t.Errorf("Offset after a byte order mark = %d", got)
	}
	if got := Offset(text, 9, 1); got != -1 {
		t.Errorf("past the end: %d", got)
	}
}
