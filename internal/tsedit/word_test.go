package tsedit

import (
	"strings"
	"testing"
)

// tests are texts with the mark ^, and what an edit there makes of them.
type tests map[string]string

func (all tests) run(t *testing.T, edit func(text string, at int) []Edit) {
	t.Helper()
	for text, want := range all {
		at := max(strings.IndexByte(text, '^'), 0)
		unmarked := strings.Replace(text, "^", "", 1)
		got := "none"
		if edits := edit(unmarked, at); edits != nil {
			got = Apply(unmarked, edits...)
		}
		if got != want {
			t.Errorf("%q\n got %q\nwant %q", text, got, want)
		}
	}
}

func TestReplaceKeepsTheFormOfAString(t *testing.T) {
	tests{
		"{ ^objectType: 'contcat' }":               "{ objectType: 'contact' }",
		"{ ^objectType: /* a */ \"contcat\", x }":  "{ objectType: /* a */ \"contact\", x }",
		"{ ^'objectType': `contcat` as const }":    "{ 'objectType': `contact` as const }",
		"[^'contcat', 'deal']":                     "['contact', 'deal']",
		"{ ^eventType: 'contcat.creation' }":       "{ eventType: 'contact.creation' }",
		"{ ^objectType: 'contcat' + suffix }":      "none",
		"{ ^objectType: kind }":                    "none",
		"{ ^objectType: `${a}contcat` }":           "none",
		"{ ^objectType: 'contcat contcat' }":       "none",
		"{ ^objectType: 'contcats' }":              "none",
		"{ ^objectType: cond ? 'contcat' : 'x' }":  "none",
		"^tool(name, { objectType: 'contcat' })":   "none",
		"{ ^objectType: 'con\\x74cat' }":           "none",
		"{ ^objectType: 'contcat'\n, next: true }": "{ objectType: 'contact'\n, next: true }",
		"{ ^objectType: '":                         "none",
	}.run(t, func(text string, at int) []Edit { return Replace(text, at, "contcat", "contact") })
}

func TestRenameChangesKeysAndShorthands(t *testing.T) {
	tests{
		"{ ^lable: 'x' }":   "{ label: 'x' }",
		"{ ^'lable': 'x' }": "{ 'label': 'x' }",
		"{ ^lable }":        "{ label: lable }",
		"{ ^lable() {} }":   "{ label() {} }",
		"{ ^...lable }":     "none",
		"{ ^[lable]: 1 }":   "none",
		"{ ^'":              "none",
	}.run(t, func(text string, at int) []Edit { return Rename(text, at, "lable", "label") })
}

func TestUsesIgnoresMembersKeysCommentsAndStrings(t *testing.T) {
	for text, want := range map[string]bool{
		"f(card)": true, "{ card }": true, "`${card}`": true, "import { card } from 'x'": true,
		"a.card": false, "{ card: 1 }": false, "// card": false, "'card'": false, "cards": false,
	} {
		if got := Uses(text, "card"); got != want {
			t.Errorf("%s: got %v", text, got)
		}
	}
}

func TestReplaceOfEscapedBackslashesReplacesTheWholeString(t *testing.T) {
	tests{
		`f('src\\a.ts')`:   `f('src/a.ts')`,
		`f('src\a.ts')`:    "none", // another text
		`f('src\\a.ts b')`: "none",
	}.run(t, func(text string, _ int) []Edit { return Replace(text, 2, `src\a.ts`, "src/a.ts") })
}

func TestForwardSlashesReplacesBackslashes(t *testing.T) {
	tests{
		`f('..\\lib\\a')`: `f('../lib/a')`,
		`f("..\lib/a")`:   `f("../lib/a")`,
		`f('../lib/a')`:   "none",
		"f(`..\\lib`)":    "none",
		`f('it\'s')`:      "none",
		`f(a)`:            "none",
	}.run(t, func(text string, _ int) []Edit { return ForwardSlashes(text, 2) })
}
