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
	for offset := len("\ufeff"); offset < len(text); offset++ {
		line, column := Place(text, offset)
		if got := Offset(text, line, column); text[offset] < 0x80 && got != offset {
			t.Errorf("Place(%d) = %d:%d, which is offset %d", offset, line, column, got)
		}
	}
	if got := Offset(text, 9, 1); got != -1 {
		t.Errorf("past the end: %d", got)
	}
}
