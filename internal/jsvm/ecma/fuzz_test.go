package ecma

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

func FuzzJSONParseAcceptsExactlyJSON(f *testing.F) {
	for _, seed := range []string{
		`{"a":[1,-0.5e3,"\ud83d\ude00\\\"",null,true]}`, `[[[]]]`, `"\ud800"`, `01`, `{"__proto__":{}}`, ` 1 `, `1e999`,
		`[1,]`, "\"\u2028\"", `{"a":1,"a":2}`,
	} {
		f.Add(seed)
	}
	r, err := NewRealm()
	if err != nil {
		f.Fatal(err)
	}
	builtin := r.builtin("JSON")
	parse, stringify := r.method(builtin, "parse"), r.method(builtin, "stringify")
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			return
		}
		value, err := parse(nil, r.runtime.ToValue(text))
		if valid := json.Valid([]byte(text)); valid != (err == nil) {
			t.Fatalf("%q: valid is %v, but: %v", text, valid, err)
		}
		if err != nil {
			return
		}
		once, err := stringify(nil, value)
		if err != nil {
			t.Fatal(err)
		}
		again, err := parse(nil, once)
		if err != nil {
			t.Fatalf("%q became %q: %v", text, once, err)
		}
		if twice, _ := stringify(nil, again); !twice.StrictEquals(once) {
			t.Fatalf("%q became %q, then %q", text, once, twice)
		}
	})
}

func FuzzExpandPropertiesIsIdempotent(f *testing.F) {
	for _, seed := range []string{
		`\p{L}`, `[^\p{Lu}\P{Nd}-z]`, `\\p{L}`, `\p{`, `\p`, `[\p{Script=Greek}]`, `\p{Any}`, `\P{Any}`, `\p{Cs}`,
		`(?<a>\p{sc=Zyyy})\k<a>`,
	} {
		f.Add(seed)
	}
	r, err := NewRealm()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, pattern string) {
		expanded, err := expandProperties(pattern)
		if err != nil || strings.Contains(pattern, `\\`) {
			return
		}
		if again, err := expandProperties(expanded); err != nil || again != expanded {
			t.Fatalf("%q became %q, then %q, %v", pattern, expanded, again, err)
		}
		_, _ = r.runtime.New(
			r.runtime.Get("RegExp"), r.runtime.ToValue(pattern), r.runtime.ToValue("u"),
		) // must not panic
	})
}
