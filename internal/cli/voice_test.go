package cli

import "testing"

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
