package hostile

import (
	"bytes"
	"strings"
	"testing"
)

// withLimit runs a command with 1.5 GB of address space, which is less than the limits of svc allow.
const withLimit = `ulimit -v 1500000; exec "$0" "$@"`

// eating is a worker that takes all memory while it loads, and working one with handlers that do so.
const (
	eating  = "const all = [];\nfor (;;) all.push(new Uint8Array(50_000_000));\n"
	working = `import { defineWorker, ok } from '@svc/sdk';
const worker = defineWorker('working');
const options = { label: 'Tool', objectType: 'contact', output: { a: { type: 'string' } } } as const;
worker.tool('hello', { ...options, async handler() { return ok({ a: 'CANARY' }); } });
worker.tool('eat', { ...options, async handler() {
  const all = [];
  for (;;) all.push(new Uint8Array(50_000_000));
} });
worker.tool('nest', { ...options, async handler() {
  const a: any = { toString: Array.prototype.toString, join: Array.prototype.toString };
  return ok({ a: String(a) });
} });
worker.tool('shout', { ...options, async handler() { throw new Error('\\x1b[31mloud\\x07'); } });
export default worker;
`
)

// TestCommandsOutliveProjectsThatTakeAllMemory runs the commands that load a project, beside those that build servers
// run. Those that only load run with low limits, as one way of loading serves them all. The load of "simulate hello"
// has the limits of the product.
func TestCommandsOutliveProjectsThatTakeAllMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the real binary many times")
	}
	product, limited := link(t, &productBinary), link(t, &limitedBinary)
	for _, c := range []struct {
		line   string
		exits  []int
		output string
		svc    string
	}{
		{"check --fix", []int{1}, "src/workers/eating.ts:1:1: error: loading this file took ", limited},
		{"doctor --offline", []int{1}, "svc check reports errors: ", limited},
		{"open install", []int{2}, "the app has no install page", limited},
		{"__complete dev invoke h", []int{0}, "hello\ttool of working", limited},
		{"types", []int{0}, "src/workers/eating.ts:1:1: loading this file took ", limited},
		{"add tool extra --worker working", []int{2}, "src/workers/eating.ts:1:1: loading this file took ", limited},
		{"simulate hello --calls 3", []int{0}, "3 ok", product},
		{"simulate eat --calls 3", []int{1, 3}, "memory", product},
		{"test hello", []int{1}, "src/workers/eating.ts:1:1: error: loading this file took ", limited},
		{"dev invoke hello", []int{0}, "ok · HTTP 200", product},
		{"dev invoke eat", []int{3, 14}, "memory", product},
		{"dev invoke nest", []int{14}, "RangeError", product},
		{"simulate nest --calls 2", []int{1}, "RangeError", product},
		{"dev invoke shout", []int{14}, "loud", product},
		{"simulate shout --calls 2", []int{1}, "loud", product},
		{"dev --port 0 --svc-log-port 0", []int{3}, "why: it ran out of memory", product},
		{"sync list", []int{1}, "src/workers/eating.ts:1:1: error: loading this file took ", limited},
		{"errors", []int{1}, "src/workers/eating.ts:1:1: error: loading this file took ", limited},
		{"explain 5ab2c0e9", []int{1}, "src/workers/eating.ts:1:1: error: loading this file took ", limited},
		{"deliveries list", []int{1}, "src/workers/eating.ts:1:1: error: loading this file took ", limited},
		{"later list", []int{1}, "src/workers/eating.ts:1:1: error: loading this file took ", limited},
		{"installs list", []int{1}, "src/workers/eating.ts:1:1: error: loading this file took ", limited},
		{"checkpoint --project dev", []int{1}, "src/workers/eating.ts:1:1: error: loading this file took ", limited},
	} {
		t.Run(c.line, func(t *testing.T) {
			t.Parallel()
			p := &project{name: c.line, exits: c.exits, files: map[string]string{
				"src/workers/eating.ts":  eating,
				"src/workers/working.ts": working,
				".dev.vars":              "SECRET=CANARY\n",
				".svc/project.json":      `{"environments": {"production": {"origin": "https://t.example"}}}`,
				"fixtures/hello.json":    `{"capability": "hello", "expect": {"status": "ok"}}`,
			}}
			dir, err := p.write(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			out := run(t, "/bin/sh", p, dir, append([]string{"-c", withLimit, c.svc}, strings.Fields(c.line)...)...)
			if !bytes.Contains(out, []byte(c.output)) {
				t.Errorf("no %q in the output:\n%s", c.output, tail(out))
			}
		})
	}
}
