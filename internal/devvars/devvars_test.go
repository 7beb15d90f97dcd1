package devvars

import (
	"errors"
	"strings"
	"testing"
)

func TestParseMatchesDotenv(t *testing.T) {
	for text, want := range map[string]string{
		"A=1":                     "1",
		"A = spaced value  ":      "spaced value",
		"export A=1":              "1",
		"A=a=b":                   "a=b",
		"A=":                      "",
		"A=v # comment":           "v",
		"A=v#kept":                "v#kept",
		"A=# comment":             "",
		"A='single # \\n kept'":   `single # \n kept`,
		"A=`back 'tick'`":         "back 'tick'",
		`A="two\nlines" # c`:      "two\nlines",
		`A="a \"quoted\" \\ one"`: `a "quoted" \ one`,
		"A=\"over\ntwo lines\"":   "over\ntwo lines",
		"\ufeffA=1\r\n":           "1",
		"# c\n\n  # d = e\nA=1":   "1",
		"A=1\nA=2":                "2",
		"A='it\nis' ":             "it\nis",
		"A=ünï✓":                  "ünï✓",
	} {
		vars, err := Parse(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		} else if got := Values(vars)["A"]; got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestErrorHasThePositionButNoValue(t *testing.T) {
	for text, want := range map[string]string{
		"A=1\njust words":       `.dev.vars:2: missing "="`,
		"A=1\n1B=secret":        `.dev.vars:2: invalid name before`,
		"=secret":               `.dev.vars:1: invalid name before`,
		"A B=secret":            `.dev.vars:1: invalid name before`,
		"\nA=\"secret":          `.dev.vars:2: the value is not closed`,
		"A='secret\nmore' junk": `.dev.vars:2: unexpected text after the closing '`,
	} {
		_, err := Parse(text)
		var malformed *Error
		if !errors.As(err, &malformed) {
			t.Errorf("%q: got %v, want an *Error", text, err)
			continue
		}
		if !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: got %q, want %q…", text, err, want)
		}
	}
}

func TestNamesReturnsEachNameOnce(t *testing.T) {
	vars, err := Parse("B=1\nA=2\nB=3\n")
	if got := strings.Join(Names(vars), " "); err != nil || got != "B A" {
		t.Errorf("got %q, %v", got, err)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"A=1", "A=\"x\\", "export A='b'#", "#", "A=`\n`=", "\ufeff\r\n=", "A=\"\\\"\"\nB"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		vars, err := Parse(text)
		if err != nil {
			var malformed *Error
			if !errors.As(err, &malformed) || malformed.Line < 1 || malformed.Line > strings.Count(text, "\n")+1 {
				t.Fatalf("%q: bad error %v", text, err)
			}
			return
		}
		for _, v := range vars {
			if !isName(v.Name) || v.Line < 1 {
				t.Fatalf("%q: bad binding %+v", text, v)
			}
			// A value in single quotes or backticks is read unchanged.
			for _, quote := range []string{"'", "`"} {
				if strings.Contains(v.Value, quote) || strings.Contains(v.Value, "\r\n") {
					continue
				}
				again, err := Parse(v.Name + "=" + quote + v.Value + quote)
				if err != nil || len(again) != 1 || again[0].Value != v.Value {
					t.Fatalf("%q: %q does not survive: %v %v", text, v.Value, again, err)
				}
			}
		}
	})
}
