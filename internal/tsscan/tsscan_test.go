package tsscan

import (
	"strings"
	"testing"
)

var kindNames = [...]string{"space", "comment", "word", "string", "template", "regexp", "punct"}

// tokens returns the tokens of a source as text, without spaces: `word(a) punct(+)`.
func tokens(source string) string {
	var all []string
	s := New(source)
	for token, ok := s.Next(); ok; token, ok = s.Next() {
		if token.Kind != Space {
			all = append(all, kindNames[token.Kind]+"("+source[token.Start:token.End]+")")
		}
	}
	return strings.Join(all, " ")
}

func TestScannerReturnsTokens(t *testing.T) {
	for source, want := range map[string]string{
		"a1 + $b_":           "word(a1) punct(+) word($b_)",
		"größe #x":           "word(größe) word(#x)",
		"a // b\r\nc":        "word(a) comment(// b\r) word(c)",
		"/* a\nb */ c":       "comment(/* a\nb */) word(c)",
		"/* open":            "comment(/* open)",
		`'a\'b' "c\\" d`:     `string('a\'b') string("c\\") word(d)`,
		"'open\nnext":        "string('open) word(next)",
		"'a\\\nb' c":         "string('a\\\nb') word(c)",
		"`a`":                "template(`a`)",
		"`a${b}c` d":         "template(`a) punct(${) word(b) punct(}) template(c`) word(d)",
		"`${`${a}`}`":        "template(`) punct(${) template(`) punct(${) word(a) punct(}) template(`) punct(}) template(`)",
		"`${ {a: 1} }b`":     "template(`) punct(${) punct({) word(a) punct(:) word(1) punct(}) punct(}) template(b`)",
		"`\\${a} \\` $ b` c": "template(`\\${a} \\` $ b`) word(c)",
		"`open ${x":          "template(`open ) punct(${) word(x)",
		"} a":                "punct(}) word(a)",
	} {
		if got := tokens(source); got != want {
			t.Errorf("%q: got %s, want %s", source, got, want)
		}
	}
}

func TestScannerDistinguishesRegexpsFromDivisions(t *testing.T) {
	for source, want := range map[string]string{
		"/a/g":               "regexp(/a/) word(g)",
		"= /[/'\"\\]]/.test": "punct(=) regexp(/[/'\"\\]]/) punct(.) word(test)",
		"return /'/":         "word(return) regexp(/'/)",
		"x => /'/":           "word(x) punct(=) punct(>) regexp(/'/)",
		"= /open\nb":         "punct(=) regexp(/open) word(b)",
		"a / b / c":          "word(a) punct(/) word(b) punct(/) word(c)",
		"f() / 2 / x":        "word(f) punct(() punct()) punct(/) word(2) punct(/) word(x)",
		"a.return / b / c":   "word(a) punct(.) word(return) punct(/) word(b) punct(/) word(c)",
		"i++ / b / c":        "word(i) punct(+) punct(+) punct(/) word(b) punct(/) word(c)",
		"a + /b/":            "word(a) punct(+) regexp(/b/)",
		"<b></b>":            "punct(<) word(b) punct(>) punct(<) punct(/) word(b) punct(>)",
		"`a` / b / c":        "template(`a`) punct(/) word(b) punct(/) word(c)",
		"`${/}/}`":           "template(`) punct(${) regexp(/}/) punct(}) template(`)",
	} {
		if got := tokens(source); got != want {
			t.Errorf("%q: got %s, want %s", source, got, want)
		}
	}
}

func TestFirstReturnsTheLengthOfTheFirstToken(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "abc d": 3, "'a b' c": 5, "{ a": 1, "`a ${`b`} c` d": 12, "`open ${a": 9, "12.5": 2,
	} {
		if got := First(text); got != want {
			t.Errorf("First(%q) = %d, want %d", text, got, want)
		}
	}
}

func FuzzTokensCoverTheSource(f *testing.F) {
	for _, seed := range []string{"a = `x ${b}` // c\n/* d */ /e/ '\\'", "`${", "'\\", "/[\\", "`\\\n${}}", "}}`${`"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source string) {
		end := 0
		s := New(source)
		for token, ok := s.Next(); ok; token, ok = s.Next() {
			if token.Start != end || token.End <= token.Start {
				t.Fatalf("%q: the token %+v follows %d", source, token, end)
			}
			end = token.End
		}
		if end != len(source) {
			t.Fatalf("%q: tokens end at %d of %d", source, end, len(source))
		}
	})
}
