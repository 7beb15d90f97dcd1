package project

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/declared"
)

// loadLimited loads a project with limits. It does not return if the limits fail: the code of the tests does not end.
func loadLimited(t *testing.T, o Options, files map[string]string) *declared.Project {
	t.Helper()
	o.Dir = write(t, files)
	p, err := Load(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// inOwnProcess runs the test in a process of its own, and reports whether this is that process. Code that cannot be
// interrupted goes on after its load, and its time and memory would count for the next one. In the product each load
// has a process.
func inOwnProcess(t *testing.T) bool {
	t.Helper()
	const variable = "SVC_TEST_OWN_PROCESS"
	if os.Getenv(variable) == t.Name() {
		return true
	}
	levels := strings.Split(t.Name(), "/")
	for i, level := range levels {
		levels[i] = "^" + regexp.QuoteMeta(level) + "$"
	}
	process := exec.Command(os.Args[0], "-test.v", "-test.run", strings.Join(levels, "/"))
	process.Env = append(os.Environ(), variable+"="+t.Name())
	out, err := process.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()+" ") {
		t.Errorf("%v\n%s", err, out)
	}
	return false
}

func TestEndlessEvaluationIsStoppedAndKeepsOtherResults(t *testing.T) {
	if testing.Short() {
		t.Skip("computes for seconds")
	}
	for name, source := range map[string]string{
		"a loop":                  "for (;;) {}",
		"a loop that catches":     "for (;;) { try { throw 1 } catch {} finally {} }",
		"microtasks":              "const again = (): any => Promise.resolve().then(again); again();",
		"an async loop":           "(async () => { for (;;) await null; })();",
		"a sort":                  "new Array(1e6).fill(0).sort(() => { for (;;) {} });",
		"a getter that is read":   "worker.tool('g', { get label() { for (;;) {} } } as never);",
		"a backtracking pattern":  "/^(?=(a+)+$)(a|a)*$/.test('a'.repeat(40) + 'b'); for (;;) {}",
		"one long host operation": "9n ** 9000000n; for (;;) {}",
	} {
		t.Run(name, func(t *testing.T) {
			if !inOwnProcess(t) {
				return
			}
			p := loadLimited(t, Options{Deadline: time.Second / 2, MemoryLimit: 1 << 40}, map[string]string{
				"svc.config.ts":    minimalConfig,
				"src/workers/a.ts": "import { defineWorker } from '@svc/sdk';\nexport default defineWorker('a');\n",
				"src/workers/b.ts": toolHead + source + "\n",
				"src/workers/c.ts": "import { defineWorker } from '@svc/sdk';\nexport default defineWorker('c');\n",
			})
			if len(p.Problems) != 1 || p.Problems[0].Rule != "endless-evaluation" ||
				p.Locator.Locate(p.Problems[0].At).File != "src/workers/b.ts" {
				t.Errorf("problems: %+v", p.Problems)
			}
			if p.App == nil || p.Workers[0].Worker == nil || p.Workers[1].Evaluated || p.Workers[2].Worker == nil {
				t.Error("another file's results are lost, or the endless file counts as evaluated")
			}
		})
	}
}

func TestEvaluationBeyondTheMemoryLimitIsStopped(t *testing.T) {
	if testing.Short() {
		t.Skip("computes for seconds")
	}
	for name, source := range map[string]string{
		"arrays":  "const all: unknown[] = []; for (;;) all.push(new Array(1000).fill(all.length));",
		"strings": "let s = 'x'; const all = []; for (;;) { all.push(s += s.slice(0, 1e6) + all.length); }",
		"maps":    "const m = new Map(); for (let i = 0; ; i++) m.set('key' + i, { i });",
	} {
		t.Run(name, func(t *testing.T) {
			p := loadLimited(t, Options{Deadline: 10 * time.Minute, MemoryLimit: 64 << 20}, map[string]string{
				"svc.config.ts": minimalConfig, "src/workers/b.ts": toolHead + source + "\n",
			})
			if len(p.Problems) != 1 || p.Problems[0].Rule != "memory-limit" ||
				p.Locator.Locate(p.Problems[0].At).File != "src/workers/b.ts" {
				t.Errorf("problems: %+v", p.Problems)
			}
		})
	}
}

func TestFileWhoseCodeIsEndlessIsBlamedOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("computes for seconds")
	}
	const imports = "import { spin } from '../spin';\nspin();\n"
	p := loadLimited(t, Options{Deadline: time.Second, MemoryLimit: 1 << 40}, map[string]string{
		"svc.config.ts":    minimalConfig,
		"src/spin.ts":      "export function spin() {\n  for (;;) {}\n}\n",
		"src/workers/a.ts": imports, "src/workers/b.ts": imports, "src/workers/c.ts": toolHead,
	})
	if len(p.Problems) != 1 || p.Locator.Locate(p.Problems[0].At).File != "src/spin.ts" || p.Workers[2].Worker == nil {
		t.Errorf("problems: %+v", p.Problems)
	}
}

func TestTooDeepCallsAreAProblemAtTheirLine(t *testing.T) {
	for name, source := range map[string]string{
		"a function": "function f(): number {\n  return f() + 1;\n}\nf();",
		"a getter":   "const o = {\n  get x(): number { return this.x + 1; },\n};\no.x;",
		"a callback": "const f = (): unknown => {\n  return [1].map(f);\n};\nf();",
	} {
		t.Run(name, func(t *testing.T) {
			p := loadLimited(t, Options{Deadline: 10 * time.Minute, MemoryLimit: 1 << 40}, map[string]string{
				"svc.config.ts": minimalConfig, "src/workers/w.ts": source + "\nexport default 1;\n", "src/workers/x.ts": toolHead,
			})
			if len(p.Problems) != 1 || p.Problems[0].Rule != "throws-at-import" || p.Locator.Locate(p.Problems[0].At).Line != 2 {
				t.Fatalf("problems: %+v at %v", p.Problems, p.Locator.Locate(p.Problems[0].At))
			}
			if p.Workers[1].Worker == nil {
				t.Error("the next file was not evaluated")
			}
		})
	}
}

func TestCancelledLoadReturnsTheErrorOfItsContext(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	_, err := Load(ctx, Options{Dir: write(t, map[string]string{"svc.config.ts": "for (;;) {}\n"})})
	if err != context.DeadlineExceeded {
		t.Errorf("got %v", err)
	}
}

// TestMemoryLimitIsBlamedOnOneOfTwoShards has more workers than one shard, and one in the second takes the memory.
func TestMemoryLimitIsBlamedOnOneOfTwoShards(t *testing.T) {
	if testing.Short() {
		t.Skip("computes for seconds")
	}
	const workers, greedy = shardSize + 20, shardSize + 9
	files := map[string]string{"svc.config.ts": minimalConfig}
	for i := range workers {
		source := toolHead
		if i == greedy {
			source += "const all: unknown[] = []; for (;;) all.push(new Array(1000).fill(all.length));\n"
		}
		files[fmt.Sprintf("src/workers/w%03d.ts", i)] = source
	}
	p := loadLimited(t, Options{Deadline: 10 * time.Minute, MemoryLimit: 64 << 20}, files)
	if len(p.Problems) != 1 || p.Problems[0].Rule != "memory-limit" ||
		p.Locator.Locate(p.Problems[0].At).File != fmt.Sprintf("src/workers/w%03d.ts", greedy) {
		t.Errorf("problems: %+v", p.Problems)
	}
}
