package tsedit

import (
	"strings"
	"testing"
)

func TestReadBelow(t *testing.T) {
	for text, want := range map[string]string{
		"f(a.@b);":                "f(a.c.b);",
		"f(a?.@b ?? d);":          "f(a?.c.b ?? d);",
		"f(a[@'b']);":             "f(a.c['b']);",
		"f(a?.[@'b']);":           "f(a?.c['b']);",
		"const { @b } = a;":       "const { c: { b } } = a;",
		"const { d, @b: e } = a;": "const { d, c: { b: e } } = a;",
		"const { @b = 1 } = a;":   "",
		"const { @b: [e] } = a;":  "",
		"f(a.@d);":                "",
		"@b":                      "",
	} {
		at := strings.Index(text, "@")
		source := strings.Replace(text, "@", "", 1)
		got := ""
		if edits := ReadBelow(source, at, "b", "c"); len(edits) == 1 {
			got = source[:edits[0].Start] + edits[0].Text + source[edits[0].End:]
		}
		if got != want {
			t.Errorf("%s: %s", text, got)
		}
	}
}
