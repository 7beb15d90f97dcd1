package tsedit

import (
	"strings"
	"testing"
)

func TestIsExactObject(t *testing.T) {
	for text, want := range map[string]bool{
		"const a = @{ b: 1 };":                                 true,
		"export const a = @{ b: [1, `x${{}}`] } as const;\nas": true,
		"const a = @{ b: 1 } satisfies B;":                     true,
		"const a = Object.freeze(@{ b: 1 } as const);":         true,
		"const a = @{ b: () => this.c }":                       true,
		"const a: A = @{ b: 1 };":                              false,
		"const a = @{ b: 1 } as A;":                            false,
		"const a = Object.freeze(@{ b: 1 } as A);":             false,
		"const a = Object.freeze(@{ b: 1 }) as A;":             false,
		"const a = @{ b() { return this.c; } }":                true,
		"const a = @{ b() { (this as any).c = 1; } }":          false,
		"const a = @{ b: 1 }! as A;":                           false,
		"const a = @{ b: 1 } satisfies B as A;":                false,
		"const a = @{ b: 1 } as const satisfies B;":            true,
		"f(@{ b: 1 });":                                        false,
		"a.b = @{ b: 1 };":                                     false,
		"const a = <A>@{ b: 1 };":                              false,
		"const a = @[1];":                                      false,
		"const a = 1;@":                                        false,
	} {
		at := strings.Index(text, "@")
		if got := IsExactObject(strings.Replace(text, "@", "", 1), at, true); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
	for text, want := range map[string]bool{
		"const a = @{ b: 1 };\na.b; export { a };":             true,
		"const a = @{ b() { this.c = 1; } };":                  false,
		"/** @type {B} */\nexport const a = @{ b: 1 };":        false,
		"/** @type {B} */ const c = {};\nconst a = @{ b: 1 };": true,
		"const a = @{ b: 1 };\nmerge(a, {});":                  false,
	} {
		at := strings.Index(text, "@{")
		if got := IsExactObject(text[:at]+text[at+1:], at, false); got != want {
			t.Errorf("without types, %s: %v", text, got)
		}
	}
}

func TestReadsOfGroup(t *testing.T) {
	for text, want := range map[string]bool{
		"(a as B).@c": true, "(a as B)?.['@c']": true, "a.@c": false, "@c": false, "f(a.@c)": false,
	} {
		if got := ReadsOfGroup(strings.Replace(text, "@", "", 1), strings.Index(text, "@")); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

func TestNamesMember(t *testing.T) {
	for text, want := range map[string]bool{
		"class A { b?: string; }": true, "a.b; a . b /* b */": false, "const c = 'b';": false,
	} {
		if got := NamesMember(text, "b"); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
