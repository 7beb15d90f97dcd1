package project

import (
	"fmt"
	"slices"
	"testing"

	"github.com/appsvc/svc/internal/declared"
)

func TestCallsAreFoundInHandlersThatNeverRan(t *testing.T) {
	const worker = "src/workers/w.ts"
	files, want := markers(map[string]string{worker: `import { defineWorker, usesScopes as needs } from '@svc/sdk';
import * as svc from '@svc/sdk';
import { look } from '../lib/look';
const worker = defineWorker('w');
const crm = 'a name of its own';
worker.tool('t', {
  async handler(ctx) {
    await ctx.crm.objects.«plain:get»('contacts', crm);
    const { crm: client, http } = ctx;
    await client.objects.«renamed:create»(` + "`deals`" + `, {});
    await http.«http:get»('https://api.example.com');
    const { objects, ...others } = ctx.crm;
    await objects.«inner:search»('companies', others);
    const update = ctx.crm.objects.update;
    await «alias:update»('tickets', '1', {});
    await ctx?.crm?.['objects']?.«optional:list»?.('x');
    await «scopes:needs»(['a.read', 'b.write'], () => «fetch:fetch»('https://x.example.com'));
    svc.«namespace:usesScopes»(['c'], () => look(ctx));
    ((crm: { objects: { get(id: string): void } }) => crm.objects.«parameter:get»('own'))(null as never);
    getContext().crm.objects.«call:get»('rooted');
    ctx.store.«store:get»('key');
    ctx.logger.info('no');
    JSON.stringify('no');
  },
});
function getContext(): any { return {}; }
export default worker;
`, "src/lib/look.ts": "export async function look({ crm }: any) {\n" +
		"  return crm.objects.«local:get»('contacts', '1', ['a', `b`]);\n}\n"})
	files["svc.config.ts"] = minimalConfig
	files["node_modules/pkg/package.json"] = `{"name":"pkg","main":"index.js"}`
	files["node_modules/pkg/index.js"] = "exports.x = (ctx) => ctx.crm.objects.get('package');"
	files["src/workers/v.ts"] = "import 'pkg';\nexport default 1;\n"
	p := load(t, files)
	for _, problem := range p.Problems {
		t.Errorf("%s: %s", problem.Rule, problem.Message)
	}
	expected := map[string]string{
		"plain": "[ctx crm objects get] contacts", "renamed": "[ctx crm objects create] deals",
		"http": "[ctx http get] https://api.example.com", "inner": "[ctx crm objects search] companies",
		"alias": "[ctx crm objects update] tickets|1", "optional": "[ctx crm objects list] x",
		"scopes": "[usesScopes] [a.read b.write]", "fetch": "[fetch] https://x.example.com", "namespace": "[usesScopes] [c]",
		"parameter": "[crm objects get] own", "call": "[crm objects get] rooted",
		"local": "[crm objects get] contacts|1|[a b]", "store": "[ctx store get] key",
	}
	got := map[string]string{}
	for _, call := range p.Calls {
		got[full(p, call.At)] = describeCall(call)
	}
	for name, place := range want {
		if got[place] != expected[name] {
			t.Errorf("%s at %s: got %q, want %q", name, place, got[place], expected[name])
		}
		delete(got, place)
	}
	for place, call := range got {
		t.Errorf("found too much: %s at %s", call, place)
	}
	if !slices.ContainsFunc(p.Calls, func(c declared.Call) bool { return c.File == "src/lib/look.ts" }) {
		t.Error("no call is attributed to the local file")
	}
}

func describeCall(c declared.Call) string {
	text := fmt.Sprint(c.Path) + " "
	for i, arg := range c.Args {
		if i > 0 {
			text += "|"
		}
		if arg.List != nil {
			text += fmt.Sprint(arg.List)
		} else {
			text += arg.Text
		}
	}
	return text
}

func TestHandlerCalledWhileModulesLoadRuns(t *testing.T) {
	p := load(t, map[string]string{
		"svc.config.ts": minimalConfig,
		"src/workers/w.ts": toolHead + `
const made = worker.tool('t', { label: 'l', handler: () => 'from the handler' } as never) as any;
worker.tool(made.handler(), { label: 'l' } as never);
const source = { fetch() { throw new Error('fetch was called'); } };
export const text = String(made.handler);
`,
		"src/workers/x.ts": "const source = { async receive() { return 1; } };\nsource.receive();\nexport default 1;\n",
	})
	if len(p.Problems) > 0 {
		t.Fatalf("problems: %+v", p.Problems)
	}
	if find(p, "from the handler", "label").Text != "l" {
		t.Error("the handler's result was not used")
	}
}

func TestExportsMatchTheFile(t *testing.T) {
	p := load(t, map[string]string{
		"svc.config.ts":     minimalConfig,
		"src/workers/a.ts":  "export const x = 1;\nexport default 2;\nexport type T = string;\n",
		"src/workers/b.js":  "exports.y = 1;\n",
		"src/workers/c.mjs": "export * from './a';\n",
		"src/workers/d.ts":  "const nothing = 1;\n",
	})
	want := map[string][]string{
		"src/workers/a.ts": {"default", "x"}, "src/workers/b.js": {"y"}, "src/workers/c.mjs": {"x"}, "src/workers/d.ts": nil,
	}
	for _, file := range p.Workers {
		slices.Sort(file.Exports)
		if !slices.Equal(file.Exports, want[file.Path]) || !file.Evaluated || file.Worker != nil {
			t.Errorf("%s: exports %q, evaluated %v, worker %v", file.Path, file.Exports, file.Evaluated, file.Worker)
		}
	}
}
