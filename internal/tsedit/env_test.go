package tsedit

import (
	"strings"
	"testing"
)

func TestReadEnvReadsFromTheParameter(t *testing.T) {
	const after = "(ctx) { f(ctx.env.X); }"
	for text, want := range map[string]string{
		"(^ctx) { f(^process.env.X); }":                             after,
		"(^ctx) { f(^process.env.X ?? 'a'); }":                      "(ctx) { f(ctx.env.X ?? 'a'); }",
		"(^ctx: any) => `${^process.env.X}`":                        "(ctx: any) => `${ctx.env.X}`",
		"(^ctx) { g(ctx, 1); ctx.a; f(^process.env.X); }":           "(ctx) { g(ctx, 1); ctx.a; f(ctx.env.X); }",
		"(^ctx) { a.ctx = 1; f(^process.env.X === 'a'); }":          "(ctx) { a.ctx = 1; f(ctx.env.X === 'a'); }",
		"(^ctx) { return ctx; f(^process.env.X); }":                 "(ctx) { return ctx; f(ctx.env.X); }",
		"(^ctx) { const ctx = 1; f(^process.env.X); }":              "none",
		"(^ctx) { let ctx; f(^process.env.X); }":                    "none",
		"(^ctx) { a.map((ctx) => f(^process.env.X)); }":             "none",
		"(^ctx) { a.map((i, ctx) => f(^process.env.X)); }":          "none",
		"(^ctx) { a.map((ctx, i) => f(^process.env.X)); }":          "none",
		"(^ctx) { a.map(ctx => f(^process.env.X)); }":               "none",
		"(^ctx) { function g(ctx) { f(^process.env.X); } }":         "none",
		"(^ctx) { function g(ctx: any): any { f(^process.env.X) }}": "none",
		"(^ctx) { for (const ctx of a) f(^process.env.X); }":        "none",
		"(^ctx) { const { ctx } = a; f(^process.env.X); }":          "none",
		"(^ctx) { const [ctx, b] = a; f(^process.env.X); }":         "none",
		"(^ctx) { const { a: ctx, b } = a; f(^process.env.X); }":    "none",
		"(^ctx) { ^process.env.X = 'a'; }":                          "none",
		"(^ctx) { ^process.env.X ??= 'a'; }":                        "none",
		"(^ctx) { ^process.env.X++; }":                              "none",
		"(^ctx) { ++^process.env.X; }":                              "none",
		"(^ctx) { delete ^process.env.X; }":                         "none",
		"(^ctx) { f(^process.env); }":                               "none",
		"(^ctx) { f(^process['env'].X); }":                          "none",
		"(^ctx) { f(globalThis.^process.env.X); }":                  "none",
		"(^context) { f(^process.env.X); }":                         "none",
		"(^ctx) { f(^":                                              "none",
	} {
		parts := strings.SplitN(text, "^", 3)
		got, parameter := "none", len(parts[0])
		unmarked := strings.Join(parts, "")
		if edits := ReadEnv(unmarked, parameter, parameter+len(parts[1]), "ctx"); edits != nil {
			got = Apply(unmarked, edits...)
		}
		if got != want {
			t.Errorf("%q\n got %q\nwant %q", text, got, want)
		}
	}
}
