package project

import (
	"fmt"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/declared"
)

// TestModernSyntaxIsLowered has one line per syntax that the engine lacks. Every source exports `is`, whose JSON must
// match.
func TestModernSyntaxIsLowered(t *testing.T) {
	for name, c := range map[string]struct{ source, want string }{
		"async generators": {`async function* g() { yield 1; } export const is = typeof g().next;`, `"function"`},
		"for await": {
			`async function f() { for await (const x of [1]) return x; } export const is = f() instanceof Promise;`, `true`,
		},
		"yield* in async": {
			`async function* a() { yield* [1]; } async function* b() { yield* a(); } export const is = typeof b;`, `"function"`,
		},
		"dynamic import": {
			`const load = () => import('../lib/other'); export const is = typeof load;`, `"function"`,
		},
		"import.meta":          {`export const is = typeof import.meta;`, `"object"`},
		"accessors of classes": {`class A { accessor x = 2; } export const is = new A().x;`, `2`},
		"using":                {`let n = 0; { using a = { [Symbol.dispose]() { n++; } }; } export const is = n;`, `1`},
		"await using": {
			`async function f() { await using a = { async [Symbol.asyncDispose]() {} }; } export const is = typeof f;`,
			`"function"`,
		},
		"private brand checks": {
			`class A { #a = 1; static has(o: object) { return #a in o && o instanceof A;
				} } export const is = [A.has(new A()), A.has({})];`,
			`[true,false]`,
		},
		"fields named get": {
			`class A { get = 1; set = 2; async = 3; static get = 4; of = 5; } export const is = [new A().get, new A().set,
				new A().async, A.get];`,
			`[1,2,3,4]`,
		},
		"fields without value": {`class A { get; set; async; x } export const is = Object.keys(new A());`, `[]`},
		"static blocks":        {`class A { static x: number; static { this.x = 3; } } export const is = A.x;`, `3`},
		"private methods": {
			`class A { #m() { return 4; } get v() { return this.#m(); } static #s = 5; static t() { return A.#s;
				} } export const is = [new A().v, A.t()];`,
			`[4,5]`,
		},
		"regex flag d": {`const re = () => /a(b)/d; export const is = typeof re;`, `"function"`},
		"regex flag v": {`const re = () => /[\p{L}--[a-z]]/v; export const is = typeof re;`, `"function"`},
		"standard decorators": {
			`function twice(f: any, _: any) { return function (this: any) { return 2 * f.call(this); }; } class A {
				@twice m() { return 3; } } export const is = new A().m();`,
			`6`,
		},
		"enum, namespace, const": {
			`enum E { A = 1, B } namespace N { export const x = E.B; } export const is = [N.x, E[1]];`, `[2,"A"]`,
		},
		"satisfies and overloads": {
			`function f(a: string): string; function f(a: number): number; function f(a: any) { return a;
				} export const is = f(1) satisfies number;`,
			`1`,
		},
		"parameter properties": {
			`class A { constructor(readonly x: number, private y = x) {} get both() { return [this.x, this.y];
				} } export const is = new A(7).both;`,
			`[7,7]`,
		},
		"big integers":       {`export const is = String(2n ** 64n);`, `"18446744073709551616"`},
		"logical assignment": {`let a: any = null; a ??= 1; a &&= 2; a ||= 3; export const is = a;`, `2`},
		"tagged templates": {
			`const tag = (s: TemplateStringsArray, ...v: unknown[]) => s.raw.join('|') + v; export const is = tag` +
				"`a${1}\\n`;",
			`"a|\\n1"`,
		},
		"labels and numerals": {
			`let n = 0; outer: for (;;) { for (;;) { n = 1_000; break outer; } } export const is = n;`, `1000`,
		},
		"error cause":             {`export const is = (new Error('a', { cause: 1 }) as any).cause;`, `1`},
		"numbers in JSON imports": {`import data from '../lib/data.json'; export const is = data.n;`, `5`},
		"text imports":            {`import text from '../lib/note.txt'; export const is = text;`, `"note"`},
		"a class that extends": {
			`class A { x = 1; y = this.x + 1; } class B extends A { y = 5; z = this.y; } export const is = [new B().y,
				new B().z];`,
			`[5,5]`,
		},
		"generators": {
			`function* g() { const x: number = yield 1; yield x * 2; } const i = g(); i.next();
				export const is = i.next(4).value;`,
			`8`,
		},
		"optional chaining": {`const o: any = { f: null }; export const is = [o?.f?.(), o.g?.x[0].y];`, `[null,null]`},
	} {
		t.Run(name, func(t *testing.T) {
			p := load(t, map[string]string{
				"svc.config.ts": minimalConfig, "src/lib/other.ts": "export default 1;\n", "src/lib/data.json": `{"n":5}`,
				"src/lib/note.txt": "note",
				"src/workers/w.ts": toolHead + c.source + "\nworker.tool(JSON.stringify(is), {} as never);\n",
			})
			for _, problem := range p.Problems {
				t.Errorf("%s: %s", problem.Rule, problem.Message)
			}
			for _, d := range p.Declarations {
				if d.Kind == "tool" && d.ID != c.want {
					t.Errorf("got %s, want %s", d.ID, c.want)
				}
			}
		})
	}
}

func TestTopLevelAwaitIsAProblemAtItsPosition(t *testing.T) {
	p := load(t, map[string]string{
		"svc.config.ts": minimalConfig, "src/workers/w.ts": "const a = 1;\nawait a;\nexport default 1;\n",
	})
	if len(p.Problems) != 1 || p.Problems[0].Rule != ruleSyntax ||
		spot(p.Locator.Locate(p.Problems[0].At)) != "src/workers/w.ts:2:1" {
		t.Errorf("problems: %+v", p.Problems)
	}
}

func TestUnsupportedSyntaxIsAProblemOfItsFileOnly(t *testing.T) {
	p := load(t, map[string]string{
		"svc.config.ts":    minimalConfig,
		"src/workers/v.ts": toolHead,
		"src/workers/w.ts": "let out = '';\nfor (let async of ['a']) out += async;\nexport default out;\n",
	})
	if len(p.Problems) != 1 || p.Problems[0].Rule != ruleSyntax ||
		spot(p.Locator.Locate(p.Problems[0].At)) != "src/workers/w.ts:2:10" {
		t.Errorf("problems: %+v", p.Problems)
	}
	if p.Workers[0].Worker == nil || p.Workers[1].Evaluated {
		t.Error("the other worker should be evaluated, and this one not")
	}
}

func TestClassFieldsOfPackagesAreLowered(t *testing.T) {
	p := load(t, map[string]string{
		"svc.config.ts":                    minimalConfig,
		"node_modules/fields/package.json": `{"name":"fields","module":"index.js"}`,
		"node_modules/fields/index.js": "export class A { set = 1; static get = 2; #p = 3;\n" +
			"  get p() { return this.#p; } }\n",
		"src/workers/w.ts": "import { A } from 'fields';\n" + toolHead +
			"worker.tool(JSON.stringify([new A().set, A.get, new A().p]), { label: 'l' } as never);\n",
	})
	if len(p.Problems) > 0 || find(p, "[1,2,3]", "label") == nil {
		t.Fatalf("problems: %+v", p.Problems)
	}
	if got := spot(p.Locator.Locate(find(p, "[1,2,3]", "label").At)); got != "src/workers/w.ts:5:64" {
		t.Errorf("label at %s", got)
	}
}

func TestValuesKeepTheirShapes(t *testing.T) {
	p := load(t, map[string]string{"svc.config.ts": minimalConfig, "src/workers/w.ts": toolHead + `
class Own { x = 1; }
const circle: any = { a: {} };
circle.a.b = circle;
worker.tool('t', { s: 'ü😀', n: 1.5, nan: NaN, b: true, nul: null, und: undefined, list: [1, , 2], big: 1n,
	sym: Symbol('x'),
  date: new Date(0), map: new Map(), re: /x/, own: new Own(), f: () => 1, klass: Own, circle, proxy: new Proxy({},
  	{}), bare: Object.create(null) } as never);
`})
	want := map[string]string{
		"s": "string ü😀", "n": "number 1.5", "nan": "number NaN", "b": "boolean true", "nul": "null", "und": "undefined",
		"list": "array 3",
		"big":  "value bigint", "sym": "value symbol", "date": "value Date", "map": "value Map", "re": "value RegExp",
		"own": "value Own",
		"f":   "function", "klass": "function", "circle": "object 1", "proxy": "value Object", "bare": "object 0",
	}
	for name, shape := range want {
		if got := show(find(p, "t", name)); got != shape {
			t.Errorf("%s: got %q, want %q", name, got, shape)
		}
	}
	if got := show(find(p, "t", "circle.a.b")); got != "value a value that is too deep, too large or contains itself" {
		t.Errorf("the circle is %q", got)
	}
}

// show formats a value: its shape and content.
func show(v *declared.Value) string {
	var holds any = ""
	switch v.Shape {
	case declared.String, declared.Other:
		holds = v.Text
	case declared.Number:
		holds = v.Num
	case declared.Bool:
		holds = v.Bool
	case declared.Array:
		holds = len(v.Items)
	case declared.Object:
		holds = len(v.Members)
	}
	return strings.TrimSpace(fmt.Sprint(v.Shape, " ", holds))
}
