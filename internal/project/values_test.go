package project

import (
	"fmt"
	"strings"
	"testing"
)

// followed are arguments of a call in a handler, and the values that are found for each: "?" stands for others.
var followed = map[string]string{
	// Constants of this file and of another one.
	`'contacts'`:                   "contacts",
	`LOCAL`:                        "deals",
	`imported`:                     "quotes",
	`fallback`:                     "defaulted",
	`types.imported`:               "quotes",
	`types[key]`:                   "quotes",
	"`${LOCAL}`":                   "deals",
	"`${LOCAL}_x_${imported}`":     "deals_x_quotes",
	`LOCAL + '-' + imported`:       "deals-quotes",
	`(LOCAL as string)`:            "deals",
	`LOCAL!`:                       "deals",
	`TYPES.line`:                   "line_items",
	`TYPES['line']`:                "line_items",
	`TYPES.inner.cart`:             "carts",
	`FROZEN.a`:                     "frozen",
	`SPREAD.own + SPREAD.line`:     "ownline_items",
	`LIST[1]`:                      "b",
	`LIST[index]`:                  "a b",
	`TYPES.inner[index as 'cart']`: "carts leads",
	`Kind.Lead`:                    "leads",
	`Kind[index]`:                  "leads orders",
	`lower.toLowerCase()`:          "upper",
	`Holder.TYPE`:                  "static",
	// Several values.
	`index ? 'x' : LOCAL`:          "x deals",
	`input.type ?? 'x'`:            "x ?",
	`assigned`:                     "one two",
	`chosen(index)`:                "small large",
	`typed()`:                      "returned",
	`await later()`:                "awaited",
	`LIST.find((t) => t.x)`:        "a b",
	`Object.keys(TYPES)[0]`:        "line",
	`[...LIST, 'c'].join(',')`:     "?",
	`Object.values(FROZEN)[index]`: "frozen",
	// Unknown values.
	`input.type`:                "?",
	`missing`:                   "?",
	`process.env.TYPE`:          "?",
	`cyclic`:                    "?",
	`Math.random() + LOCAL`:     "?",
	"`p_${input.type}`":         "p_* ?",
	`LOCAL.slice(1)`:            "?",
	`JSON.parse('"a"')`:         "?",
	`LIST.map((t) => t + 1)[0]`: "a1",
}

const followedHead = `import { defineWorker } from '@svc/sdk';
import * as types from '../lib/types';
import { imported, fallback, Kind } from '../lib/types';
const worker = defineWorker('w');
const LOCAL = 'deals';
const TYPES = { line: 'line_items', inner: { cart: 'carts', ['le' + 'ad']: 'leads' } } as const;
const FROZEN = Object.freeze({ a: 'frozen' });
const SPREAD = { ...TYPES, own: 'own' };
const LIST = ['a', 'b'] as const;
const lower = 'UPPER';
class Holder { static TYPE = 'static'; }
let assigned = 'one';
if (LIST.length > 5) assigned = 'two';
const chosen = (i: number) => (i ? 'small' : 'large');
function typed() { const local = 'returned'; return local; }
async function later() { return 'awaited'; }
let cyclic: string = 'x'.repeat(2); cyclic = cyclic + cyclic;
const key = 'imported';
worker.tool('t', { async handler(ctx: any) {
  const { input } = ctx; const index: any = input.index;
`

const followedTypes = `export const imported = 'quotes';
export default 1;
export const { fallback = 'defaulted' } = {} as any;
export enum Kind { Lead = 'leads', Order = 'orders' }
`

func TestValuesAreFollowed(t *testing.T) {
	var b strings.Builder
	b.WriteString(followedHead)
	first := strings.Count(followedHead, "\n")
	var expressions []string
	for expression := range followed {
		expressions = append(expressions, expression)
		fmt.Fprintf(&b, "  await ctx.crm.objects.get(%s);\n", expression)
	}
	b.WriteString("} });\nexport default worker;\n")
	p := load(t, map[string]string{
		"svc.config.ts": minimalConfig, "src/workers/w.ts": b.String(), "src/lib/types.ts": followedTypes,
	})
	for _, problem := range p.Problems {
		t.Errorf("%s: %s", problem.Rule, problem.Message)
	}
	got := map[string][]string{}
	for _, call := range p.Calls {
		expression := expressions[p.Locator.Locate(call.At).Line-first-1]
		value := "?"
		if len(call.Args) > 0 && call.Args[0].Known {
			value = call.Args[0].Text
		} else if len(call.Args) > 0 && call.Args[0].Head != "" {
			value = call.Args[0].Head + "* ?"
		}
		got[expression] = append(got[expression], value)
	}
	for expression, want := range followed {
		if text := strings.Join(got[expression], " "); text != want {
			t.Errorf("%s: got %s, want %s", expression, text, want)
		}
	}
}

// Each case is a helper around a call, its callers, and the values of the call's first argument.
func TestValuesAreFollowedThroughHelpers(t *testing.T) {
	for helper, want := range map[string]string{
		`const read = (ctx: any, type: string) => ctx.crm.objects.get(type);
		 export const run = async (ctx: any) => { await read(ctx, 'a'); await read(ctx, 'b'); };`: "a b",
		`async function read(ctx: any, type = 'fallback') { return ctx.crm.objects.get(type); }
		 export const run = async (ctx: any) => { await read(ctx); await read(ctx, 'a'); };`: "fallback a",
		`const read = (ctx: any, { type }: any) => ctx.crm.objects.get(type);
		 export const run = (ctx: any) => read(ctx, { type: 'a' });`: "a",
		`const outer = (ctx: any, type: string) => inner(ctx, type);
		 const inner = (ctx: any, type: string) => ctx.crm.objects.get(type);
		 export const run = (ctx: any) => outer(ctx, 'a');`: "a",
		`class Repo { constructor(private crm: any, private type: string) {}
		   get(id: string) { return this.crm.objects.get(this.type, id); } }
		 export const run = (ctx: any) => new Repo(ctx.crm, 'a').get('1');`: "a",
		`class Repo { constructor(private crm: any) {} get(type: string) { return this.crm.objects.get(type); } }
		 export const run = async (ctx: any) => { const repo = new Repo(ctx.crm); await repo.get('a'); };`: "a",
		`const repo = { get: (ctx: any, type: string) => ctx.crm.objects.get(type) };
		 export const run = (ctx: any) => repo.get(ctx, 'a');`: "a",
		`export const run = async (ctx: any) => {
		   for (const type of ['a', ...MORE]) await ctx.crm.objects.get(type); };
		 const MORE = ['b'];`: "a b",
		`export const run = (ctx: any) => Promise.all(['a', 'b'].map((type) => ctx.crm.objects.get(type)));`: "a b",
		`export const run = async (ctx: any) => {
		   for (const type of new Set(['a'])) await ctx.crm.objects.get(type); };`: "a",
		`const read = (ctx: any, type: string) => ctx.crm.objects.get(type);
		 export const run = (ctx: any) => read(ctx, ctx.input.type);`: "?",
		`const read = (ctx: any, ...types: string[]) => ctx.crm.objects.get(types[0]);
		 export const run = (ctx: any) => read(ctx, 'a');`: "?",
		`export const never = (ctx: any, type: string) => ctx.crm.objects.get(type); export const run = never.length;`: "?",
		`const loop = (ctx: any, type: string): any => type ? loop(ctx, type) : ctx.crm.objects.get(type);
		 export const run = (ctx: any) => loop(ctx, 'a');`: "a",
		`const again = (type: string): string => again(type);
		 export const run = (ctx: any) => ctx.crm.objects.get(again('a'));`: "?",
	} {
		p := load(t, map[string]string{
			"svc.config.ts":    minimalConfig,
			"src/lib/help.ts":  helper,
			"src/workers/w.ts": toolHead + "import { run } from '../lib/help';\nworker.tool('t', { handler: run } as never);\n",
		})
		var got []string
		for _, call := range p.Calls {
			value := "?"
			if len(call.Args) > 0 && call.Args[0].Known {
				value = call.Args[0].Text
			}
			got = append(got, value)
		}
		if text := strings.Join(got, " "); text != want {
			t.Errorf("%s: got %s, want %s", helper, text, want)
		}
	}
}
