package webapi

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/evaluate"
	"github.com/appsvc/svc/internal/evaluate/sdkscript"
)

// loadModule evaluates a module as svc check does and returns the message of its failure.
func loadModule(t *testing.T, code string) string {
	t.Helper()
	compiled, err := sdkscript.Compile([]byte(""))
	if err != nil {
		t.Fatal(err)
	}
	result := evaluate.Run(context.Background(), evaluate.Options{
		Library: compiled, ModulesGlobal: "bundle", Globals: All,
		Shards: []evaluate.Shard{{
			Code: []byte("var bundle = (() => {\n  // main.ts\n  function main() {\n" + code +
				"\n    return {};\n  }\n  var entry = { default: [main] };\n  return entry;\n})();\n"),
			Modules: []string{"main.ts"},
		}},
	})
	if len(result.Faults) > 0 || len(result.Modules) != 1 {
		t.Fatalf("%s: faults %v, %d modules, breach %v", code, result.Faults, len(result.Modules), result.Breach)
	}
	if failure := result.Modules[0].Failure; failure != nil {
		return failure.Message
	}
	return ""
}

// globalNames is the JSON array of all names that the web APIs define.
func globalNames(t *testing.T) string {
	t.Helper()
	var names []string
	for _, g := range All {
		names = append(names, g.Names...)
	}
	list, err := json.Marshal(names)
	if err != nil {
		t.Fatal(err)
	}
	return string(list)
}

func TestModulesMayUseWebAPIsWhileTheyLoad(t *testing.T) {
	for _, code := range []string{
		`if (performance.now() !== 0 || performance.timeOrigin !== 0) throw new Error('time runs');`,
		`console.log({ a: 1 }); console.time('x'); console.timeEnd('x');`,
		`new Event('x').timeStamp; new AbortController().abort(); new File(['x'], 'y');`,
		`new Response('x').text(); new ReadableStream({ pull() { throw new Error('x'); } }).getReader().read();`,
		`fetch('http://h/').catch(() => {}); structuredClone(new Map()); crypto.subtle.digest('SHA-256', new Uint8Array(1));`,
		`for (const name of Object.getOwnPropertyNames(globalThis)) globalThis[name];`,
		`for (const name of ` + globalNames(t) +
			`) { try { globalThis[name](); } catch {} try { new globalThis[name](); } catch {} }`,
	} {
		if failure := loadModule(t, code); failure != "" {
			t.Errorf("%s fails: %s", code, failure)
		}
	}
	for _, code := range []string{"setTimeout(() => {}, 1)", "crypto.randomUUID()"} {
		if failure := loadModule(t, code); !strings.Contains(failure, "not allowed within global scope") {
			t.Errorf("%s: %q", code, failure)
		}
	}
}

// TestWrongArgumentsDoNotFailTheHost calls everything with wrong arguments. They may throw, but the VM must survive.
func TestWrongArgumentsDoNotFailTheHost(t *testing.T) {
	if testing.Short() {
		t.Skip("computes for seconds")
	}
	vm := newVM(t, options())
	out, err := evaluateBody(vm, strings.Replace(`
		globalThis.fetch = null; // no network here
		const wrong = [undefined, null, 0, -1, NaN, 1e300, 2 ** 53, '', 'x', '\ud800', Symbol('s'), 5n, {}, [], [[]],
			() => { throw 1; },
			new Uint8Array(3), new ArrayBuffer(4), new Date(NaN), Object.create(null), new Proxy({}, { get() { throw 1; } })];
		let calls = 0;
		const attempt = (f) => { calls++; try { const r = f(); if (r instanceof Promise) r.catch(() => {}); return r;
			} catch { return undefined; } };
		const skip = ['constructor', 'setInterval', 'reportError', 'self'];
		const pairs = wrong.flatMap((a, i) => [[a, a], [a, wrong[(i + 7) % wrong.length]], [wrong[(i + 11) % wrong.length],
			a]]);
		const visit = (target) => {
			for (const key of Reflect.ownKeys(target)) {
				if (skip.includes(key)) continue;
				const d = Object.getOwnPropertyDescriptor(target, key);
				for (const f of [d.value, d.get, d.set]) {
					if (typeof f === 'function') for (const [a, b] of pairs) attempt(() => f.call(target, a, b, a));
				}
			}
		};
		// inside calls the methods of an instance, if the constructor succeeds.
		const inside = (type, a, b) => {
			const made = attempt(() => new type(a, b));
			if (made === undefined) return;
			for (const key of Reflect.ownKeys(type.prototype)) {
				if (!skip.includes(key)) attempt(() => typeof made[key] === 'function' && made[key](b, a));
			}
		};
		for (const name of NAMES) {
			const value = globalThis[name];
			if (value === null || value === undefined || skip.includes(name)) continue;
			visit(value);
			if (typeof value === 'function') {
				for (const [a, b] of pairs) { attempt(() => value(a, b)); inside(value, a, b); }
				if (value.prototype !== undefined) visit(value.prototype);
			} else {
				visit(Object.getPrototypeOf(value));
			}
			await new Promise((r) => setTimeout(r, 0)); // a turn has a limit
		}
		return calls > 10000;
	`, "NAMES", globalNames(t), 1))
	if err != nil || out != "true" {
		t.Errorf("%s, %v", out, err)
	}
}

func TestScriptOfAWebAPIThrowsWhatAReplacedBuiltInThrows(t *testing.T) {
	const replace = `Object.defineProperty = () => { throw new Error('mine'); };`
	for code, want := range map[string]string{
		`new Headers();`:             "Error: mine",
		`fetch('http://127.0.0.1');`: "Error: mine",
		`structuredClone(() => {});`: "Error: mine",
		`try { new Headers(); } catch (e) { throw new Error('caught ' + e.message); }`: "Error: caught mine",
	} {
		if message := loadModule(t, replace+code); message != want {
			t.Errorf("%s: %q, want %q", code, message, want)
		}
	}
}
