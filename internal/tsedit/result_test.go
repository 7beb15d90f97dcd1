package tsedit

import (
	"strings"
	"testing"
)

func TestReadsPlainly(t *testing.T) {
	for text, want := range map[string]bool{
		"f(a.@b);":                           true,
		"f(a.c!.@b.d);":                      true,
		"f(a.c[0].@b);":                      true,
		"f(a['@b']);":                        false, // the offset is that of the quotes
		"f(a[@'b']);":                        true,
		"f((await g(1)).@b);":                true,
		"f(g(1).@b!.c);":                     true,
		"const { @b } = await g();":          true,
		"const { a, @b: c } = await g();":    true,
		"f((a as any).@b);":                  false,
		"f((a.c as any[])[0].@b);":           false,
		"f((<any>a).@b);":                    false,
		"f(/** @type {any} */ (a).@b);":      false,
		"f(a?.@b);":                          true,
		"f(a?.c.@b);":                        true,
		"f(a?.[@'b']);":                      true,
		"f(a.@b?.c);":                        false,
		"f(a.@b ?? c);":                      false,
		"f(a.@b && c);":                      false,
		"f(a.@b === undefined);":             false,
		"f(a.@b !== undefined);":             false,
		"f(!a.@b);":                          false,
		"f(typeof a.@b);":                    false,
		"if (a.@b) f();":                     false,
		"while ((await g()).@b) f();":        false,
		"f(c && a.@b);":                      false,
		"f(Boolean(a.@b));":                  false,
		"if (a.b) f(a.@b);":                  false,
		"if ('b' in a) f(a.@b);":             false,
		"const { b = 1 } = a; f(a.@b);":      false,
		"f(a.b, a.@b);":                      true,
		"f(a?.c?.[0]?.@b);":                  true,
		"f(a?.c?.(1)?.@b);":                  true,
		"f((a as any)?.@b);":                 false,
		"@b":                                 false,
		"a.b@":                               false,
		").@b":                               false,
		"a.c).@b":                            false,
		"f(// @type\na.@b);":                 false,
		"f(/* the name */ a.@b);":            true,
		"const c = { ...a, d: a.@b };":       true,
		"const s = `${a.@b}`;":               true,
		"return a.@b;":                       true,
		"for (const x of (await g()).@b) y;": true,
	} {
		at := strings.Index(text, "@b")
		if quoted := strings.Index(text, "@'b'"); quoted >= 0 {
			at = quoted
		} else if end := strings.Index(text, "b@"); end >= 0 {
			at = end + 1
		}
		if got := ReadsPlainly(text[:at]+text[at+1:], at); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// expectAtMark calls a function with each text without its #, and the offset of that.
func expectAtMark(t *testing.T, has func(string, int) bool, wants map[string]bool) {
	t.Helper()
	for text, want := range wants {
		at := strings.Index(text, "#")
		if got := has(strings.Replace(text, "#", "", 1), at); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

func TestHasUntypedName(t *testing.T) {
	expectAtMark(t, HasUntypedName, map[string]bool{
		"f(); const a = #await g();":                            true,
		"f(); const a = (#await g()).b;":                        true,
		"f(); const { a, b: [c] } = #await g({ d: 1 });":        true,
		"for (const a of #b.c) d as any;":                       true,
		"for (const { a } of #b.c) d as any;":                   true,
		"f(); const a = #await g()\nb as any;":                  true,
		"f(); const a = #await g\n.h();":                        true,
		"f(); const a: B = #await g();":                         false,
		"f(); const { a }: B = #await g();":                     false,
		"f(); const a = (#await g()) as B;":                     false,
		"f(); const a = #await g() as B;":                       false,
		"f(); const a = #await (g as any).h();":                 false,
		"f(); const a = (#await g()) satisfies B;":              false,
		"f(); const a = <any>(#await g());":                     false,
		"f(); /** @type {any} */ const a = #await g();":         false,
		"f(); const a = /** @type {any} */ (#await g());":       false,
		"f(); a = #await g();":                                  false,
		"for (const a of #b.c as any[]) d;":                     false,
		"for (const a of (#b.c as any[])) d;":                   false,
		"b.map((#a) => a.c);":                                   true,
		"b.map(#a => a.c);":                                     true,
		"b.map(async (#a, i) => a.c);":                          true,
		"b.map(function (#a) { a.c });":                         true,
		"await b.c[0].map((#a) => a.c);":                        true,
		"f((await g()).b.filter((d) => d.e).map((#a) => a.c));": true,
		"(b as any[]).map((#a) => a.c);":                        false,
		"(b.c as any[]).filter((d) => d.e).map((#a) => a.c);":   false,
		"b.filter((d): d is E => true).map((#a) => a.c);":       false,
		"b?.map((#a) => a.c);":                                  true,
		"f((#a) => a.c);":                                       false,
		"b.reduce((d, #a) => a.c, 0);":                          true,
		"function f(#a) { a.c }":                                true,
		"f(); export async function g(d, #{ a }) { a.c }":       true,
		"const f = (d, #a) => a.c;":                             true,
		"const f = async function g(#a) { a.c };":               true,
		"const f: F = (#a) => a.c;":                             false,
		"function f(#a: any) { a.c }":                           false,
		"function f(#a = {}) { a.c }":                           false,
		"/** @param {any} a */ function f(#a) { a.c }":          false,
		"/** @type {F} */ export const f = (d, #a) => a.c;":     false,
		"let a; a = #await b();":                                true,
		"let a = null; a = #await b();":                         true,
		"let a: any; a = #await b();":                           false,
		"/** @type {any} */ let a; a = #await b();":             false,
		"let a; a = #await b() as any;":                         false,
		"f(); let a; b.a = #await b();":                         false,
		"b.map((#a: any) => a.c);":                              false,
		"b.map((#a?: any) => a.c);":                             false,
		"b.map(/** @param {any} a */ (#a) => a.c);":             false,
		"b.map(/** @param {any} a */ async (#a) => a.c);":       false,
		"b.map((/** @type {any} */ #a) => a.c);":                false,
		"b.map(/** @param {any} a */ function (#a) { a.c });":   false,
		"b.map((#{ a }) => a);":                                 true,
		"const a = #":                                           false,
		"} = #a":                                                false,
		"#a":                                                    false,
	})
}

func TestHasUntypedResult(t *testing.T) {
	expectAtMark(t, HasUntypedResult, map[string]bool{
		"#function f() { return a; }":                      true,
		"export #async function f(a, b) { return a; }":     true,
		"const f = #async (a) => { return a; };":           true,
		"const f = #(a) => a;":                             true,
		"const f = #a => a;\nconst b = c as D;":            true,
		"b.map(#(a) => a).c as any;":                       true,
		"#function f(): any { return a; }":                 false,
		"#function f() { return a as any; }":               false,
		"const f = #(a): B => a;":                          false,
		"const f = #(a) => a as B;":                        false,
		"/** @returns {any} */ #function f() { return a }": false,
		"#a": false,
	})
}

func TestReadOf(t *testing.T) {
	for text, want := range map[string]Read{
		"f(a.@b);":               PlainRead,
		"f(a?.@b === 'c');":      TestedRead,
		"f(a.@b === undefined);": AskedRead,
		"f(a.@b != null);":       AskedRead,
		"f(typeof a.@b);":        AskedRead,
		"f(a.@b ?? c);":          TestedRead,
		"if (!a.@b) f();":        TestedRead,
		"f(a.@b?.c);":            TestedRead,
		"a.@b = 1;":              NotRead,
		"a.@b ??= 1;":            NotRead,
		"delete a.@b;":           NotRead,
		"f((a as any).@b);":      NotRead,
		"f(a.@b ? c : d);":       TestedRead,
		"const { @b } = a;":      PlainRead,
		"const { @b = 1 } = a;":  TestedRead,
	} {
		at := strings.Index(text, "@")
		if got := ReadOf(" "+strings.Replace(text, "@", "", 1), at+1); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

func TestAsksFor(t *testing.T) {
	for text, want := range map[string]bool{
		"'b' in a": true, "Object.hasOwn(a, 'b')": true, "a.hasOwnProperty('b')": true, "Reflect.get(a, \"b\")": true,
		"f({ properties: ['b'] }); a.b": false, "a['b']": false, "f(a, 'b')": false,
	} {
		if got := AsksFor(text, "b"); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

func TestReadsOf(t *testing.T) {
	for text, want := range map[string]bool{
		"a.properties.email": true, "a.properties?.email ": true, "a.email": false, "a.properties.name": false,
	} {
		if got := ReadsOf(text, "properties", "email"); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
