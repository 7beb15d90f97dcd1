package scaffold

import (
	"strings"
	"testing"
)

func TestAddElementKeepsTheShapeOfTheList(t *testing.T) {
	for _, c := range []struct{ before, after string }{
		{"{ a: [] }", "{ a: [x] }"},
		{"{ a: [b] }", "{ a: [b, x] }"},
		{"{ a: ['[', b /* ] */] }", "{ a: ['[', b /* ] */, x] }"},
		{"{\n  a: [\n    b,\n  ],\n}", "{\n  a: [\n    b,\n    x,\n  ],\n}"},
		{"{\n  a: [\n    b\n  ],\n}", "{\n  a: [\n    b,\n    x,\n  ],\n}"},
	} {
		got, err := AddElement(c.before, strings.Index(c.before, "a:"), "x")
		if err != nil || got != c.after {
			t.Errorf("AddElement(%q) = %q, %v; want %q", c.before, got, err, c.after)
		}
	}
}

func TestAddElementRefusesAListThatStandsElsewhere(t *testing.T) {
	for _, text := range []string{"{ a: cards }", "{ a }", "{ a: [", "{ a:"} {
		if got, err := AddElement(text, 2, "x"); err == nil {
			t.Errorf("AddElement(%q) = %q", text, got)
		}
	}
}

func TestAddMemberGoesToTheEndOfTheObject(t *testing.T) {
	got, err := AddMember("defineApp({\n  name: 'a',\n});\n", 0, "cards: [x]")
	if want := "defineApp({\n  name: 'a',\n  cards: [x],\n});\n"; err != nil || got != want {
		t.Errorf("got %q, %v; want %q", got, err, want)
	}
}

func TestAddImportStandsBehindTheOthers(t *testing.T) {
	before := "// head\nimport { a } from 'a';\nimport {\n  b,\n} from \"b\"\n\ncode();\n"
	want := "// head\nimport { a } from 'a';\nimport {\n  b,\n} from \"b\"\nimport { c } from 'c';\n\ncode();\n"
	if got := AddImport(before, "import { c } from 'c';"); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := AddImport("code();\n", "import { c } from 'c';"); got != "import { c } from 'c';\ncode();\n" {
		t.Errorf("got %q", got)
	}
}

func TestOffsetCountsUTF16Units(t *testing.T) {
	text := "a\n'😀é' b"
	if got := Offset(text, 2, 7); got < 0 || text[got:] != "b" {
		t.Errorf("Offset = %d", got)
	}
	if got := Offset(text, 9, 1); got != -1 {
		t.Errorf("past the end: %d", got)
	}
}
