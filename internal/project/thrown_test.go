package project

import (
	"strings"
	"testing"
)

// hostileValues are values that code may throw and that are hard to describe.
var hostileValues = map[string]string{
	"a proxy with every trap": `new Proxy({}, new Proxy({}, { get: () => () => { throw 1; } }))`,
	"an error in a proxy with every trap": `new Proxy(new Error('x'),
  new Proxy({}, { get: () => () => { throw new Proxy({}, { getPrototypeOf() { throw 2; } }); } }))`,
	"a proxy that returns itself": `(() => { const p: object = new Proxy({}, { get: () => p }); return p; })()`,
	"a proxy that reads itself":   `new Proxy({}, { get: (_, key, self) => self[key] })`,
	"a revoked proxy":             `(() => { const r = Proxy.revocable({}, {}); r.revoke(); return r.proxy; })()`,
	"a revoked function":          `(() => { const r = Proxy.revocable(class {}, {}); r.revoke(); return r.proxy; })()`,
	"a revoked handler":           `(() => { const r = Proxy.revocable({}, {}); r.revoke(); return new Proxy({}, r.proxy); })()`,
	"a getter of the name":        `Object.defineProperty(new Error('x'), 'name', { get() { throw 1; } })`,
	"a getter of the message":     `Object.defineProperty(new Error('x'), 'message', { get() { throw 1; } })`,
	"a getter of the stack":       `Object.defineProperty(new Error('x'), 'stack', { get() { throw 1; } })`,
	"a getter of the cause":       `Object.defineProperty(new Error('x'), 'cause', { get() { throw 1; } })`,
	"a getter that reads itself":  `new (class E extends Error { get message(): string { return this.message; } })()`,
	"a method toString":           `Object.assign(new Error('x'), { toString() { throw 1; } })`,
	"a message that is a symbol":  `Object.assign(new Error('x'), { name: Symbol('a'), message: Symbol('b') })`,
	"a prototype that is a proxy": `Object.setPrototypeOf(new Error('x'),
  new Proxy({}, { get() { throw 1; }, getPrototypeOf() { throw 2; } }))`,
	"a conversion that throws":   `{ [Symbol.toPrimitive]() { throw 1; } }`,
	"a conversion that recurses": `{ [Symbol.toPrimitive](): string { return String(this); } }`,
	"a conversion to an object":  `{ toString: () => ({}), valueOf: () => ({}) }`,
	"a tag that throws":          `{ get [Symbol.toStringTag]() { throw 1; } }`,
	"an object of no class":      `Object.create(null)`,
	"a symbol":                   `Symbol('x')`,
	"nothing":                    `undefined`,
	"a large number":             `10n ** 5000n`,
	"a long message":             `new Error('m'.repeat(1e6))`,
	"a long name":                `Object.assign(new Error('x'), { name: 'n'.repeat(1e6) })`,
	"members that are proxies": `new AggregateError([new Proxy({}, { get() { throw 1; } })], 'x',
  { cause: new Proxy({}, { getPrototypeOf() { throw 2; } }) })`,
	"a mark of files that are not loaded": `Object.assign(new Error('x'), { [Symbol.for('svc.unavailable')]: 1 })`,
}

func TestThrownValuesAreAProblemOfTheirFile(t *testing.T) {
	for name, value := range hostileValues {
		t.Run(name, func(t *testing.T) {
			p := load(t, map[string]string{
				"svc.config.ts":    minimalConfig,
				"src/bad.ts":       "export const x = 1;\nthrow " + value + ";\n",
				"src/workers/a.ts": "import { x } from '../bad';\n" + toolHead + "x;\n",
				"src/workers/b.ts": "throw " + value + ";\n",
				"src/workers/c.ts": toolHead,
			})
			var files []string
			for _, problem := range p.Problems {
				files = append(files, p.Locator.Locate(problem.At).File)
				if problem.Rule != ruleThrows || strings.Contains(problem.Message, "svc") || len(problem.Message) > 3000 {
					t.Errorf("problem: %+v", problem)
				}
			}
			if got := strings.Join(files, " "); got != "src/bad.ts src/workers/b.ts" {
				t.Errorf("problems are in %q", got)
			}
			if p.Workers[2].Worker == nil {
				t.Error("the next file was not evaluated")
			}
		})
	}
}
