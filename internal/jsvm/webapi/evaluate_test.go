// This file tests the web APIs where modules only load: there is no clock, no randomness, no network.

package webapi

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/jsvm"
)

// loadModule evaluates a module as svc check does, and gives the message of its failure.
func loadModule(t *testing.T, code string) string {
	t.Helper()
	library, err := jsvm.CompileLibrary([]byte(""))
	if err != nil {
		t.Fatal(err)
	}
	evaluation := jsvm.Evaluate(context.Background(), jsvm.EvaluateOptions{
		Library: library, ModulesGlobal: "bundle", Globals: All,
		Shards: []jsvm.Shard{{
			Code:    []byte("var bundle = (() => {\n  // main.ts\n  function main() {\n" + code + "\n    return {};\n  }\n  var entry = { default: [main] };\n  return entry;\n})();\n"),
			Modules: []string{"main.ts"},
		}},
	})
	if len(evaluation.Faults) > 0 || len(evaluation.Modules) != 1 {
		t.Fatalf("%s: faults %v, %d modules, breach %v", code, evaluation.Faults, len(evaluation.Modules), evaluation.Breach)
	}
	if failure := evaluation.Modules[0].Failure; failure != nil {
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

func TestModulesMayTouchTheWebAPIsWhileTheyLoad(t *testing.T) {
	for _, code := range []string{
		`if (performance.now() !== 0 || performance.timeOrigin !== 0) throw new Error('time runs');`,
		`console.log({ a: 1 }); console.time('x'); console.timeEnd('x');`,
		`new Event('x').timeStamp; new AbortController().abort(); new File(['x'], 'y');`,
		`new Response('x').text(); new ReadableStream({ pull() { throw new Error('x'); } }).getReader().read();`,
		`fetch('http://h/').catch(() => {}); structuredClone(new Map()); crypto.subtle.digest('SHA-256', new Uint8Array(1));`,
		`for (const name of Object.getOwnPropertyNames(globalThis)) globalThis[name];`,
		`for (const name of ` + globalNames(t) + `) { try { globalThis[name](); } catch {} try { new globalThis[name](); } catch {} }`,
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

// TestNoArgumentMakesTheHostFail calls everything with all kinds of wrong arguments: scripts may get
// exceptions, the VM must live.
func TestNoArgumentMakesTheHostFail(t *testing.T) {
	vm := newVM(t, options())
	out, err := evaluate(vm, strings.Replace(`
		globalThis.fetch = null; // no network here
		const wrong = [undefined, null, 0, -1, NaN, 1e300, 2 ** 53, '', 'x', '\ud800', Symbol('s'), 5n, {}, [], [[]], () => { throw 1; },
			new Uint8Array(3), new ArrayBuffer(4), new Date(NaN), Object.create(null), new Proxy({}, { get() { throw 1; } })];
		let calls = 0;
		const attempt = (f) => { calls++; try { const r = f(); if (r instanceof Promise) r.catch(() => {}); return r; } catch { return undefined; } };
		const skip = ['constructor', 'setInterval', 'globalThis', 'isPrototypeOf'];
		const visit = (target) => {
			for (const key of Reflect.ownKeys(target)) {
				if (skip.includes(key)) continue;
				const d = Object.getOwnPropertyDescriptor(target, key);
				for (const f of [d.value, d.get, d.set]) {
					if (typeof f !== 'function') continue;
					for (const a of wrong) { for (const b of wrong) attempt(() => f.call(target, a, b, a)); }
				}
			}
		};
		const names = NAMES;
		for (const name of names) {
			const value = globalThis[name];
			if (value === null || value === undefined) continue;
			if (typeof value !== 'function') { visit(value); visit(Object.getPrototypeOf(value)); continue; }
			if (name !== 'setInterval' && name !== 'reportError') for (const a of wrong) { for (const b of wrong) { attempt(() => value(a, b)); attempt(() => { const made = new value(a, b); if (a === wrong[8] || b === wrong[12]) for (const key of Reflect.ownKeys(value.prototype)) attempt(() => typeof made[key] === 'function' && made[key](a, b)); }); } }
			visit(value);
			if (value.prototype !== undefined) visit(value.prototype);
		}
		await new Promise((r) => setTimeout(r, 5));
		return calls > 10000;
	`, "NAMES", globalNames(t), 1))
	if err != nil || out != "true" {
		t.Errorf("%s, %v", out, err)
	}
}
