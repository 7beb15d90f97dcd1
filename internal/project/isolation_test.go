package project

import "testing"

// TestAPIsWhileModulesLoad has one line per API. Those that the edge allows at the top level work, and none reaches
// disk, network, environment or randomness.
func TestAPIsWhileModulesLoad(t *testing.T) {
	for source, want := range map[string]string{
		"new URL('https://x.example.com/a?b=1').searchParams.get('b')": "1",
		"String(new TextEncoder().encode('é').length)":                 "2",
		"new Headers({ a: 'b' }).get('A')":                             "b",
		"String(new Response('x', { status: 201 }).status)":            "201",
		"new Request('https://x.example.com').method":                  "GET",
		"btoa('a') + atob('YQ==')":                                     "YQ==a",
		"String(new AbortController().signal.aborted)":                 "false",
		"structuredClone({ a: ['b'] }).a[0]":                           "b",
		"(console.log('silent'), typeof console.error)":                "function",
		"typeof fetch + typeof crypto.subtle":                          "functionobject",
		"typeof process + typeof Buffer + typeof __dirname":            "undefinedundefinedundefined",
		"typeof Deno + typeof Bun + typeof window + typeof document":   "undefinedundefinedundefinedundefined",
		"process.env.NODE_ENV":                                         "production",
		"new Date(0).toISOString()":                                    "1970-01-01T00:00:00.000Z",

		"(() => { try { eval('1'); return 'ran'; } catch (e) { return (e as Error).name; } })()":          "EvalError",
		"(() => { try { new Function('return 1')(); return 'ran'; } catch (e) { return 'refused'; } })()": "refused",

		"String(/^\\p{Lu}[\\p{Ll}]+$/u.test('Émile'))":                         "true",
		"String(Object.groupBy([1, 2, 3], (n) => n % 2 ? 'odd' : 'even').odd)": "1,3",
		"(1234.5).toLocaleString('en-US')":                                     "1,234.5",
	} {
		p := load(t, map[string]string{
			"svc.config.ts":    minimalConfig,
			"src/workers/w.ts": toolHead + "worker.tool(" + source + ", { label: 'l' } as never);\n",
		})
		if len(p.Problems) > 0 || find(p, want, "label") == nil {
			t.Errorf("%s: want %q, got problems %+v, declarations %v", source, want, p.Problems, ids(p))
		}
	}
}

func TestMissingBuiltInIsANamedProblem(t *testing.T) {
	const rest = " is not available in svc's local engine; it does exist on the edge: " +
		"format in a card, which runs in a browser, or on the edge"
	for source, message := range map[string]string{
		"const format = new Intl.NumberFormat('de');": "ReferenceError: Intl.NumberFormat in de" + rest,
	} {
		p := load(t, map[string]string{
			"svc.config.ts": minimalConfig, "src/workers/w.ts": "// first\n" + source + "\nexport default 1;\n",
		})
		if len(p.Problems) != 1 || p.Problems[0].Rule != "missing-builtin" || p.Problems[0].Message != message {
			t.Errorf("%s: problems %+v", source, p.Problems)
		} else if got := p.Locator.Locate(p.Problems[0].At); got.Line != 2 {
			t.Errorf("%s: at %v", source, got)
		}
	}
}

func TestAPIsThatTheEdgeForbidsAtTheTopLevelAreAProblemAtTheirLine(t *testing.T) {
	for _, source := range []string{"setTimeout(() => {}, 1);", "crypto.randomUUID();", "require(['x'].join());"} {
		p := load(t, map[string]string{
			"svc.config.ts": minimalConfig, "src/workers/w.ts": "// first\n" + source + "\nexport default 1;\n",
		})
		if len(p.Problems) != 1 || p.Problems[0].Rule != "throws-at-import" || p.Locator.Locate(p.Problems[0].At).Line != 2 {
			t.Errorf("%s: problems %+v", source, p.Problems)
		}
	}
}

func TestHugeAllocationIsAnErrorOfItsFile(t *testing.T) {
	if testing.Short() {
		t.Skip("computes for seconds")
	}
	for _, source := range []string{
		"'x'.repeat(2 ** 32);", "'x'.padEnd(2 ** 31);", "new ArrayBuffer(2 ** 40);", "new Uint8Array(2 ** 31);",
		"JSON.parse('['.repeat(5e6));", "let s = 'x'; for (;;) s += s;",
	} {
		t.Run(source, func(t *testing.T) {
			if !inOwnProcess(t) {
				return
			}
			p := load(t, map[string]string{
				"svc.config.ts": minimalConfig, "src/workers/w.ts": source + "\nexport default 1;\n", "src/workers/x.ts": toolHead,
			})
			var got []string
			for _, problem := range p.Problems {
				got = append(got, problem.Rule+" "+p.Locator.Locate(problem.At).File)
			}
			if len(got) != 1 || got[0] != "throws-at-import src/workers/w.ts" && got[0] != "memory-limit src/workers/w.ts" {
				t.Errorf("problems %q", got)
			}
		})
	}
}
