package scaffold

import (
	"strings"
	"testing"
)

func TestAddElementPreservesTheFormatOfTheList(t *testing.T) {
	for _, c := range []struct{ before, after string }{
		{"{ a: [] }", "{ a: [x] }"},
		{"{ a: [b] }", "{ a: [b, x] }"},
		{"{ a: ['[', b /* ] */] }", "{ a: ['[', b, /* ] */ x] }"},
		{"{\n  a: [\n    b // the last ]\n  ]\n}", "{\n  a: [\n    b, // the last ]\n    x,\n  ]\n}"},
		{"{\r\n  a: [\r\n    b,\r\n  ],\r\n}", "{\r\n  a: [\r\n    b,\r\n    x,\r\n  ],\r\n}"},
		{"{\n\ta: [\n\t\tb,\n\t],\n}", "{\n\ta: [\n\t\tb,\n\t\tx,\n\t],\n}"},
		{"{ a: [`${`]`} ]`, c.replace(/[\"\\]]/, '')] }", "{ a: [`${`]`} ]`, c.replace(/[\"\\]]/, ''), x] }"},
		{"{\n  a: [\n    b,\n  ],\n}", "{\n  a: [\n    b,\n    x,\n  ],\n}"},
		{"{\n  a: [\n    b\n  ],\n}", "{\n  a: [\n    b,\n    x,\n  ],\n}"},
	} {
		got, err := AddElement(c.before, strings.Index(c.before, "a:"), "x")
		if err != nil || got != c.after {
			t.Errorf("AddElement(%q) = %q, %v; want %q", c.before, got, err, c.after)
		}
	}
}

func TestAddElementRejectsOtherThanArrayLiterals(t *testing.T) {
	for _, text := range []string{"{ a: cards }", "{ a }", "{ a: [", "{ a:"} {
		if got, err := AddElement(text, 2, "x"); err == nil {
			t.Errorf("AddElement(%q) = %q", text, got)
		}
	}
}

func TestAddMemberAppendsToTheObject(t *testing.T) {
	got, err := AddMember("defineApp({\n  name: 'a',\n});\n", 0, "cards: [x]")
	if want := "defineApp({\n  name: 'a',\n  cards: [x],\n});\n"; err != nil || got != want {
		t.Errorf("got %q, %v; want %q", got, err, want)
	}
}

func TestAddMemberAddsTheCommaBeforeAComment(t *testing.T) {
	got, err := AddMember("defineApp({\n  name: 'a' // last\n});\n", 0, "cards: [x]")
	if want := "defineApp({\n  name: 'a', // last\n  cards: [x],\n});\n"; err != nil || got != want {
		t.Errorf("got %q, %v; want %q", got, err, want)
	}
}

func TestAddMemberRejectsOtherThanObjectLiterals(t *testing.T) {
	for _, text := range []string{"defineApp(options);\nf({})", "defineApp(", "defineApp"} {
		if got, err := AddMember(text, 0, "x: 1"); err == nil {
			t.Errorf("AddMember(%q) = %q", text, got)
		}
	}
}

func TestEditsIgnoreCommentsAndStrings(t *testing.T) {
	source := "\ufeff/*\nimport x from 'y';\n*/\nconst doc = `\nexport default nothing;\n`;\n" +
		"export default worker; // the one\n"
	got := AddImport(source, "import { c } from 'c';")
	if want := "\ufeffimport { c } from 'c';\n" + strings.TrimPrefix(source, "\ufeff"); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	name, at := DefaultExport(source)
	if name != "worker" || !strings.HasPrefix(source[at:], "export default worker;") {
		t.Errorf("default export %q at %d", name, at)
	}
}

func TestMaskPreservesCodeAndOffsets(t *testing.T) {
	for source, want := range map[string]string{
		"a = 'x' // y\nb":          "a = ' '     \nb",
		"a = `x ${b + `y`} z`;":    "a = `  ${b + ` `}  `;",
		"a / b / 'c'":              "a / b / ' '",
		"f(/[/'\"]/g, 1)":          "f(/     /g, 1)",
		"return /'/;":              "return / /;",
		"'open\nnext":              "'    \nnext",
		"/* open":                  "       ",
		"`open ${x":                "`     ${x",
		"'a\\'b' + c":              "'    ' + c",
		"{ x: `${{ y: '}' }.y}` }": "{ x: `${{ y: ' ' }.y}` }",
	} {
		if got := Mask(source); got != want {
			t.Errorf("Mask(%q) = %q, want %q", source, got, want)
		}
	}
}

func FuzzMaskPreservesOffsets(f *testing.F) {
	f.Add("a = `x ${b}` // c\n/* d */ /e/ '\\'")
	f.Fuzz(func(t *testing.T, source string) {
		if got := Mask(source); len(got) != len(source) || strings.Count(got, "\n") != strings.Count(source, "\n") {
			t.Errorf("Mask(%q) = %q", source, got)
		}
	})
}

func TestAddImportFollowsOtherImports(t *testing.T) {
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
