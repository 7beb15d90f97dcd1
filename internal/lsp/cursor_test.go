package lsp

import (
	"strings"
	"testing"
)

// describe returns a cursor as text: callee/argument path "content".
func describe(text string, c cursor) string {
	if !c.isString {
		return "word " + text[c.start:c.end]
	}
	call := strings.Join(c.callee, ".")
	where := strings.TrimSpace(call + strings.Repeat(",", c.argument) + " " + strings.Join(c.path, "."))
	return strings.TrimSpace(where + ` "` + text[c.start:c.end] + `"`)
}

func TestCursorIsWhereAStringStands(t *testing.T) {
	for source, want := range map[string]string{
		"worker.tool('a', { objectType: 'con|tact' })":                    `worker.tool, objectType "contact"`,
		"card({ objectTypes: ['a', \"|\"] })":                             `card objectTypes ""`,
		"tool('x', { input: { tone: { type: '|' } } })":                   `tool, input.tone.type ""`,
		"tool('x', { 'billing': { onLimit: `bl|ock` } })":                 `tool, billing.onLimit "block"`,
		"tool('x', { async handler(ctx) { await ctx.later('|') } })":      `ctx.later ""`,
		"tool('x', { handler: async (ctx) => { const a = { b: '|' } } })": ` ""`,
		"tool('x', { handler: async (ctx) => ({ b: '|' }) })":             `b ""`,
		"handOff(ctx, { install: { portalId: 1 }, capability: 're|' })":   `handOff, capability "re"`,
		"ctx?.crm.objects.get('con|":                                      `ctx.crm.objects.get "con"`,
		"tool('x', { a: c ? 'd' : '|', e: 1 })":                           `tool, a ""`,
		"tool('|')":                                                       `tool ""`,
		"const a = '|';":                                                  `""`,
		"f(/* g( */ { a: 1 }, '|')":                                       `f, ""`,
		"f(`${g('|')}`)":                                                  `g ""`,
		"import { re|mind } from './x'":                                   "word remind",
		"use: [|remind]":                                                  "word remind",
		"a | b":                                                           "",
		"f(`a|${b}`)":                                                     "",
		"f(`${b}a|`)":                                                     "",
		"|":                                                               "",
	} {
		offset := strings.Index(source, "|")
		text := strings.Replace(source, "|", "", 1)
		got := ""
		if c, ok := cursorAt(text, offset); ok {
			got = describe(text, c)
		}
		if got != strings.TrimSpace(want) {
			t.Errorf("%s: got %s, want %s", source, got, want)
		}
	}
}

func FuzzCursorStaysInTheText(f *testing.F) {
	f.Add("tool('a', { b: ['c', `d${e}f`] })", 14)
	f.Add("'\\", 2)
	f.Add("`${", 3)
	f.Add("}})](':':", 9)
	f.Fuzz(func(t *testing.T, text string, offset int) {
		if offset < 0 || offset > len(text) {
			return
		}
		c, ok := cursorAt(text, offset)
		if ok && (c.start > c.end || c.end > len(text) || offset < c.start || offset > c.end) {
			t.Fatalf("%q at %d: %+v", text, offset, c)
		}
		(&Index{}).choices(c.expects())
	})
}
