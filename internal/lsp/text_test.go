package lsp

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/appsvc/svc/internal/diag"
)

func TestOffsetsCountUTF16UnitsAndEveryLineEnd(t *testing.T) {
	const text = "a😀b\r\nü\rx\n"
	for at, want := range map[position]string{
		{0, 0}: text, {0, 1}: "😀b\r\nü\rx\n", {0, 3}: "b\r\nü\rx\n",
		{0, 4}: "\r\nü\rx\n", {0, 99}: "\r\nü\rx\n",
		{1, 0}: "ü\rx\n", {1, 1}: "\rx\n", {2, 0}: "x\n", {2, 1}: "\n", {3, 0}: "", {9, 9}: "", {-1, -1}: text,
	} {
		offset := offsetOf(text, at)
		if text[offset:] != want {
			t.Errorf("%v: got %q, want %q", at, text[offset:], want)
		}
		if back := positionOf(text, offset); at.Line >= 0 && at.Line < 9 && at.Character < 9 && back != at {
			t.Errorf("%v became %v", at, back)
		}
	}
}

func TestChangesReplaceRanges(t *testing.T) {
	r := func(a, b, c, d int) *textRange { return &textRange{position{a, b}, position{c, d}} }
	for want, change := range map[string]contentChange{
		"aXf\n": {r(0, 1, 1, 2), "X"}, "abc\ndef\nX": {r(9, 9, 9, 9), "X"}, "X": {nil, "X"},
		"abX c\ndef\n": {r(0, 2, 0, 1), "X "}, // a range that ends before it starts
	} {
		if got := change.change("abc\ndef\n"); got != want {
			t.Errorf("%+v: got %q, want %q", change, got, want)
		}
	}
}

func TestRangesOfFindingsAreBounded(t *testing.T) {
	for span, want := range map[diag.Span]textRange{
		{Line: 2, Column: 3, EndLine: 2, EndColumn: 5}:             {position{1, 2}, position{1, 4}},
		{Line: 0, Column: -7, EndLine: -1, EndColumn: 0}:           {},
		{Line: 2, Column: 3, EndLine: 1, EndColumn: 9}:             {position{1, 2}, position{1, 2}},
		{Line: 1 << 40, Column: 1, EndLine: 1 << 40, EndColumn: 1}: {position{1<<31 - 1, 0}, position{1<<31 - 1, 0}},
	} {
		if got := rangeOf(span); got != want {
			t.Errorf("%+v: got %+v, want %+v", span, got, want)
		}
	}
}

func TestURIsAndPaths(t *testing.T) {
	for uri, want := range map[string]string{
		"file:///app/a%20b.ts": "/app/a b.ts", "file:///app/../x.ts": "/x.ts", "file://localhost/a.ts": "/a.ts",
		"untitled:1": "", "file://server/a.ts": "", "https://x.example/a.ts": "",
		"file:a.ts": "", "%": "", "file:///a%00b": "",
	} {
		if got := pathOf(uri); got != want {
			t.Errorf("%s: got %q, want %q", uri, got, want)
		}
	}
	if got := uriOf("/app/a b#c?.ts"); got != "file:///app/a%20b%23c%3F.ts" || pathOf(got) != "/app/a b#c?.ts" {
		t.Errorf("got %s", got)
	}
}

func FuzzChangesKeepTheTextWhole(f *testing.F) {
	f.Add("a😀\r\nb", 0, 1, 1, 0, "x")
	f.Fuzz(func(t *testing.T, text string, line, character, endLine, endCharacter int, new string) {
		if !utf8.ValidString(text) || !utf8.ValidString(new) {
			return
		}
		change := contentChange{&textRange{position{line, character}, position{endLine, endCharacter}}, new}
		if got := change.change(text); !strings.Contains(got, new) || !utf8.ValidString(got) {
			t.Fatalf("%q became %q", text, got)
		}
	})
}
