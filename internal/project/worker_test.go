package project

import (
	"bytes"
	"context"
	"crypto/rand"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/jsvm"
	"github.com/appsvc/svc/internal/jsvm/webapi"
	"github.com/appsvc/svc/sdk"
)

// run runs a worker's program in a VM without the host, after the runtime, and returns the result of the footer.
func run(t *testing.T, w *Worker, call string) string {
	t.Helper()
	vm, err := jsvm.New(jsvm.Options{Clock: jsvm.SystemClock(time.Now), Globals: webapi.All, Random: rand.Reader})
	if err != nil {
		t.Fatal(err)
	}
	defer vm.Close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	runtime, err := EmbeddedRuntime()
	if err != nil {
		t.Fatal(err)
	}
	programs, err := runtime.Programs(false, w.Extensions)
	if err != nil {
		t.Fatal(err)
	}
	for _, program := range slices.Concat(programs, []*jsvm.Program{w.Program}) {
		if err := vm.Run(ctx, program); err != nil {
			t.Fatal(err)
		}
	}
	result, err := vm.Call(ctx, call)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// configured is a project with a config.
var configured = &declared.Project{ConfigFile: "svc.config.ts"}

// noFooter is for workers that are not served.
func noFooter([]string) string { return "" }

func build(t *testing.T, files map[string]string, footer string) (*Worker, error) {
	t.Helper()
	return BuildWorker(context.Background(), WorkerOptions{
		Options: Options{Dir: write(t, files)}, Project: configured, File: "src/workers/w.ts",
		Footer: func([]string) string { return footer },
	})
}

func TestBuiltWorkerServesRequests(t *testing.T) {
	w, err := build(t, map[string]string{
		"svc.config.ts":    minimalConfig,
		"src/workers/w.ts": toolHead + "worker.tool('t', { label: 'l', objectType: 'contact', handler: () => ({}) });\n",
	}, "globalThis.kind = () => typeof __svc_sdk.createWorker("+WorkerGlobal+".default).fetch;")
	if err != nil {
		t.Fatal(err)
	}
	if got := run(t, w, "kind"); got != "function" {
		t.Errorf("fetch is a %s", got)
	}
}

func TestStackHasSourcePositions(t *testing.T) {
	w, err := build(t, map[string]string{
		"svc.config.ts": minimalConfig,
		"src/lib/fail.ts": "interface Row { id: string }\n\nexport function fail(row: Row): never {\n" +
			"  const text: string = 'é😀'; throw new Error(text + row.id);\n}\n",
		"src/workers/w.ts": "import { fail } from '../lib/fail';\n" + toolHead +
			"(globalThis as any).broken = function broken() {\n" +
			"  try { fail({ id: '1' }); } catch (e) { return (e as Error).stack; }\n};\n",
	}, "")
	if err != nil {
		t.Fatal(err)
	}
	stack := run(t, w, "broken")
	frames := w.Frames(stack)
	if len(frames) < 2 {
		t.Fatalf("frames of %q: %+v", stack, frames)
	}
	for i, want := range []string{"src/lib/fail.ts:4:37 fail", "src/workers/w.ts:6:9 broken"} {
		if got := spot(frames[i].Span) + " " + frames[i].Function; got != want || !frames[i].User {
			t.Errorf("frame %d: got %s (user %v), want %s", i, got, frames[i].User, want)
		}
	}
}

func TestBuildErrorHasAPosition(t *testing.T) {
	for source, want := range map[string]string{
		"export default {;\n":                        "src/workers/w.ts:1:17: ",
		"import x from './gone';\nexport default x;": "src/workers/w.ts:1:15: ",
	} {
		_, err := build(t, map[string]string{"svc.config.ts": minimalConfig, "src/workers/w.ts": source}, "")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestOnlyAnotherRuntimeThanTheEmbeddedOneIsLoadedWithTheWorker(t *testing.T) {
	files := map[string]string{
		"svc.config.ts":    minimalConfig,
		"src/workers/w.ts": toolHead + "worker.tool('t', { label: 'l', objectType: 'contact', handler: () => ({}) });\n",
	}
	for name, patch := range map[string]string{"the same": "grant_invalid", "another": "grant_patched"} {
		installed := maps.Clone(files)
		err := fs.WalkDir(sdk.Files, ".", func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			text, err := sdk.Files.ReadFile(path)
			installed["node_modules/@svc/sdk/"+path] = string(text)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		runtime := "node_modules/@svc/sdk/dist/edge/modules.json"
		installed[runtime] = strings.ReplaceAll(installed[runtime], "grant_invalid", patch)
		w, err := BuildWorker(context.Background(), WorkerOptions{
			Options: Options{Dir: write(t, installed)}, Project: configured, File: "src/workers/w.ts", Footer: noFooter,
		})
		if err != nil {
			t.Fatal(err)
		}
		if has := w.Runtime != nil; has != (name == "another") {
			t.Errorf("with %s runtime installed the worker has one of its own: %v", name, has)
		}
	}
}

func TestWorkersBuiltTogetherAreThoseBuiltAlone(t *testing.T) {
	named := func(name string) string {
		return "import { defineWorker } from '@svc/sdk';\nimport { label } from '../" + name + "';\n" +
			"const worker = defineWorker('" + name + "');\n" +
			"worker.cardBackend(label, { handler: () => 1 });\nexport default worker;\n"
	}
	files := map[string]string{
		"svc.config.ts": minimalConfig, "src/shared.ts": "export const shared = 'shared';\n",
		"src/a.ts": "export { shared as label } from './shared';\n", "src/b.ts": "export const label = 'own';\n",
		"src/workers/a.ts": named("a"), "src/workers/b.ts": named("b"),
	}
	o := WorkerOptions{Options: Options{Dir: write(t, files)}, Project: configured, Footer: noFooter}
	together := BuildWorkers(o, []string{"src/workers/a.ts", "src/workers/b.ts"})
	for file, contained := range map[string][]string{
		"src/workers/a.ts": {"svc.config.ts", "src/workers/a.ts", "src/a.ts", "src/shared.ts"},
		"src/workers/b.ts": {"svc.config.ts", "src/workers/b.ts", "src/b.ts"},
	} {
		o.File = file
		alone, err := BuildWorker(context.Background(), o)
		if err != nil {
			t.Fatal(err)
		}
		w := together[file]
		if w == nil || !bytes.Equal(w.Script, alone.Script) || !slices.Equal(w.Extensions, alone.Extensions) {
			t.Fatalf("%s differs if it is built with others", file)
		}
		for name := range files {
			if w.Contains(name) != slices.Contains(contained, name) || w.Contains(name) != alone.Contains(name) {
				t.Errorf("%s contains %s: %t together, %t alone", file, name, w.Contains(name), alone.Contains(name))
			}
		}
	}
}

func TestWorkersThatDoNotBundleTogetherAreLeftOut(t *testing.T) {
	o := WorkerOptions{Options: Options{Dir: write(t, map[string]string{
		"svc.config.ts": minimalConfig, "src/workers/a.ts": "export default {};\n",
		"src/workers/b.ts": "import './gone';\nexport default {};\n",
	})}, Project: configured, Footer: noFooter}
	if built := BuildWorkers(o, []string{"src/workers/a.ts", "src/workers/b.ts"}); len(built) > 0 {
		t.Errorf("built %v, although b does not bundle", built)
	}
}
