package project

import "fmt"

// grammar writes random declarations. Each choice takes a byte, so that a fuzzer can vary a part of a project. Without
// bytes it chooses the first, simplest form.
type grammar struct {
	choices []byte
	depth   int
}

// maxGrammarDepth keeps expressions short.
const maxGrammarDepth = 4

func (g *grammar) choose(n int) int {
	if len(g.choices) == 0 {
		return 0
	}
	choice := int(g.choices[0]) % n
	g.choices = g.choices[1:]
	return choice
}

// atoms are values that declarations do not expect, and those that stand for unlimited work.
var atoms = []string{
	"1", "'x'", "undefined", "null", "-0", "NaN", "2 ** 53", "10n", "2n ** 70n", "40000000000n", "true", "''",
	"Symbol('s')",
	"'\\ud800'", "'\\u0000\\u001b[2J\\u202e'", "'x'.repeat(1e8)", "[]", "{}", "[,]", "/^(a+)+$/", "() => 1", "class A {}",
	"new Array(4294967295)", "{ length: 2 ** 53 - 1 }", "new Map([[1, 2]])", "new Date(NaN)", "new Uint8Array(9)",
	"itself",
	"cyclic", "deep", "endless()", "{ get a() { throw 1 } }", "{ toString() { throw itself } }",
	"{ toJSON: () => cyclic }",
	"new Error('\\n::error::x')", "new Proxy(() => 1, {})", "globalThis", "worker", "String", "Promise.reject(1)",
	"JSON.parse('{\"__proto__\":{\"a\":1}}')", "Object.create(null)", "function* () { for (;;) yield 1 }()",
}

// hostileHead declares the values that atoms name.
const hostileHead = `// @ts-nocheck
import { defineWorker } from '@svc/sdk';
const worker = defineWorker('fuzz');
export default worker;
const property = { value: 1, enumerable: true, configurable: true };
const own = { ownKeys: () => ['a'], getOwnPropertyDescriptor: () => property };
const traps = { ...own, get: () => itself, apply: () => itself, getPrototypeOf: () => itself };
const itself = new Proxy(function () {}, traps);
const endless = () => new Proxy({}, { ...own, get: () => endless(), getPrototypeOf: () => endless() });
const cyclic = { a: [] };
cyclic.a.push(cyclic, cyclic);
let deep = [];
for (let i = 0; i < 3000; i++) deep = [deep];
`

// methods are built-ins that loop over their receiver or their arguments.
var methods = []string{
	"toString", "valueOf", "map", "join", "concat", "fill", "flat", "sort", "splice", "repeat", "padEnd", "replaceAll",
	"split", "apply", "bind", "call", "copyWithin", "indexOf", "slice", "toSorted", "normalize", "at", "entries",
}

var binary = []string{"+", "*", "<<", ">>", "**", "-", "%", "==", "in", "instanceof", "??", ","}

var calls = []string{
	"String", "Number", "BigInt", "JSON.stringify", "JSON.parse", "Array.from", "Array.of", "Object.keys", "Object.assign",
	"Object.entries", "Reflect.apply", "Reflect.construct", "Reflect.ownKeys", "new Proxy", "new Array", "new Uint8Array",
	"new RegExp", "structuredClone", "BigInt.asUintN", "String.raw", "Math.max", "new Set", "encodeURIComponent",
}

func (g *grammar) expression() string {
	if g.depth++; g.depth > maxGrammarDepth {
		g.depth--
		return "(" + atoms[g.choose(len(atoms))] + ")"
	}
	defer func() { g.depth-- }()
	switch g.choose(8) {
	case 1:
		return fmt.Sprintf("((%s) %s (%s))", g.expression(), binary[g.choose(len(binary))], g.expression())
	case 2:
		return fmt.Sprintf("(%s).%s(%s)", g.expression(), methods[g.choose(len(methods))], g.expression())
	case 3:
		return fmt.Sprintf("%s(%s, %s)", calls[g.choose(len(calls))], g.expression(), g.expression())
	case 4:
		return fmt.Sprintf("[%s, ...[%s]]", g.expression(), g.expression())
	case 5:
		return fmt.Sprintf("({ type: %s, label: %s, ['a']: 1 })", g.expression(), g.expression())
	case 6:
		return fmt.Sprintf("`${%s}`", g.expression())
	case 7:
		return fmt.Sprintf("%s.prototype.%s.call(%s)", []string{"Array", "String"}[g.choose(2)],
			methods[g.choose(len(methods))], g.expression())
	}
	return "(" + atoms[g.choose(len(atoms))] + ")"
}

// worker returns a file of declarations. Those that throw do not keep the next from being declared.
func (g *grammar) worker() string {
	text := hostileHead
	kinds := []string{"tool", "workflowAction", "webhook", "cron"}
	for range 1 + g.choose(4) {
		kind, name := kinds[g.choose(len(kinds))], "'t'"
		if g.choose(3) == 1 {
			name = g.expression()
		}
		text += fmt.Sprintf(
			"try { worker.%s(%s, { label: %s, description: 'd', input: { a: %s }, handler: %s }); } catch {}\n",
			kind, name, g.expression(), g.expression(), g.expression())
	}
	if g.choose(4) == 1 {
		text += "throw " + g.expression() + ";\n"
	}
	return text
}

// config returns a svc.config.ts.
func (g *grammar) config() string {
	return fmt.Sprintf("// @ts-nocheck\nimport { defineApp } from '@svc/sdk';\n"+
		"const itself = new Proxy({}, { get: () => itself });\n"+
		"const [cyclic, deep, endless, worker] = [itself, [[[]]], () => itself, itself];\n"+
		"export default defineApp({ name: %s, description: 'd', distribution: 'private', auth: 'static',\n"+
		"  platformVersion: '2026.09-beta', scopes: %s, alerts: { rules: [{ name: 'a', expr: %s }] } });\n",
		g.expression(), g.expression(), g.expression())
}
