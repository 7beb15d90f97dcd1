package cli

import (
	"log"
	"testing"
)

func TestMessagesHaveNoTerminalSequencesOfUsers(t *testing.T) {
	const name = "a\x1b]0;title\x07\u009b2J\u202eb\r"
	const want = "a�]0;title��2J�b�"
	for _, tty := range []bool{false, true} {
		w := newWorld(t, tty)
		note := w.ErrPainter().Paint(Danger, "note")
		w.Notef("%s: %s\n\tnext", note, name)
		w.Verdict(false, "failed", []string{name}, name)
		got := w.err.String()
		status, arrow := w.paint(boldRed, "failed")+w.paint(faint, " · "+want), w.paint(faint, "→ ")
		if expected := note + ": " + want + "\n\tnext\n" + status + "\n" + arrow + want + "\n"; got != expected {
			t.Errorf("terminal %v: got %q, want %q", tty, got, expected)
		}
	}
}

func TestMessagesOfTheLibraryAreNotes(t *testing.T) {
	w := newWorld(t, false)
	logger := log.New(w.LibraryLog(), "", 0)
	logger.Printf("Unsolicited response %s", "a\x1b[31m\u202eb")
	logger.Print("two\nlines")
	if got, want := w.err.String(), "note: Unsolicited response a�[31m�b\nnote: two lines\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
