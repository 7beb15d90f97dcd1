package bundle

import (
	"net"
	"path/filepath"
	"testing"
)

// unreadable creates a file that no user can open, not even root: a socket.
func unreadable(t *testing.T, path string) {
	t.Helper()
	listener, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
}

func TestUnreadableFileIsTheFaultsPosition(t *testing.T) {
	for file, want := range map[string]string{
		"a*b.ts":        "cannot import a file with this name: use letters, digits, hyphens and dots",
		"unreadable.ts": "cannot read the file: it is a socket: expected a file",
	} {
		o := project(t, map[string]string{"a*b.ts": "export default 1;\n"})
		unreadable(t, filepath.Join(o.Root, "unreadable.ts"))
		_, faults := Evaluation(o, [][]string{{file}}, false)
		if len(faults) != 1 || faults[0].Span.File != file || faults[0].Span.Line != 1 {
			t.Errorf("%s: faults %+v", file, faults)
		} else if faults[0].Text != want {
			t.Errorf("%s: %q, want %q", file, faults[0].Text, want)
		} else if kind := faults[0].Kind; kind != Misnamed && file == "a*b.ts" || kind != Unreadable && file != "a*b.ts" {
			t.Errorf("%s: kind %d", file, kind)
		}
	}
}

func TestTopLevelAwaitIsAReadableFault(t *testing.T) {
	o := project(t, map[string]string{"a.ts": "const x = 1;\n  await x;\nexport default x;\n"})
	_, faults := Evaluation(o, [][]string{{"a.ts"}}, false)
	if len(faults) != 1 || faults[0].Span.Line != 2 || faults[0].Span.Column != 3 {
		t.Fatalf("faults %+v", faults)
	}
	const want = "top-level await is not supported, since modules load synchronously: await within a handler"
	if faults[0].Text != want {
		t.Errorf("%q", faults[0].Text)
	}
}
