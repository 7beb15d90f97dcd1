package bundle

import (
	"encoding/json"
	"testing"
)

func TestPlainJSONBlanksCommentsAndTrailingCommas(t *testing.T) {
	for text, want := range map[string]string{
		`{"a": 1}`:                        `{"a": 1}`,
		"\ufeff{\"a\": 1}":                `   {"a": 1}`,
		`{"a": [1, 2,], }`:                `{"a": [1, 2 ]  }`,
		`{/* , } */"a": "//,}" // x`:      `{         "a": "//,}"     `,
		"{\"a\": 1, // last\n}":           "{\"a\": 1         \n}",
		`{"a": "\", /* x */ ,]" , /**/ }`: `{"a": "\", /* x */ ,]"        }`,
		`{"a": 1 /* open`:                 `{"a": 1        `,
		`{"a": "open`:                     `{"a": "open`,
		`/`:                               `/`,
		``:                                ``,
	} {
		if got := string(PlainJSON([]byte(text))); got != want {
			t.Errorf("PlainJSON(%q)\n got %q\nwant %q", text, got, want)
		}
	}
}

// FuzzPlainJSON checks that JSON keeps its meaning, and that offsets do not change.
func FuzzPlainJSON(f *testing.F) {
	f.Add(`{"a": [1, "x,}"], "b": {}}`)
	f.Add(`{"a": "\\", /* */ }`)
	f.Add("// \n\"")
	f.Fuzz(func(t *testing.T, text string) {
		plain := PlainJSON([]byte(text))
		if len(plain) != len(text) {
			t.Fatalf("%q became %q", text, plain)
		}
		if json.Valid([]byte(text)) && string(plain) != text {
			t.Errorf("the JSON %q became %q", text, plain)
		}
	})
}
