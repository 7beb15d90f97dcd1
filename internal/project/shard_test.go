package project

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/declared"
)

func TestModulesAreSplitEvenlyAndInOrder(t *testing.T) {
	modules := make([]string, 251)
	for i := range modules {
		modules[i] = fmt.Sprint(i)
	}
	for _, n := range []int{1, shardSize - 1, shardSize, shardSize + 1, 250, 251} {
		parts := (&loader{}).shard(modules[:n])
		if !slices.Equal(slices.Concat(parts...), modules[:n]) {
			t.Errorf("%d modules: %v", n, parts)
		}
		for _, part := range parts {
			if len(part) > (n+len(parts)-1)/len(parts) || len(parts) > (n+shardSize-1)/shardSize {
				t.Errorf("%d modules: %d parts, one of %d", n, len(parts), len(part))
			}
		}
	}
}

// TestShardsShareDeclarations loads a project in several VMs, whose files share sources, objects, a worker and a
// factory.
func TestShardsShareDeclarations(t *testing.T) {
	files := map[string]string{
		"svc.config.ts": `import { defineApp } from '@svc/sdk';
import { invoice } from './src/lib/shared';
export default defineApp({ name: 'A', distribution: 'private', auth: 'static', platformVersion: '2025.2', scopes: [],
	objects: [invoice] });
`,
		"src/lib/shared.ts": `import { appObject, defineSource, defineWorker, tool } from '@svc/sdk';
export const invoice = appObject('invoice', {} as never);
export const first = defineSource({ name: 'first', fetch: () => ({ rows: [] }) } as never) as any;
export const last = defineSource({ name: 'last', fetch: () => ({ rows: [] }) } as never) as any;
export const make = (id: string) => tool(id, { label: 'l' } as never);
export const common = make('common');
export const look = (ctx: any) => ctx.crm.objects.get('deals', '1');
`,
	}
	const n = 250
	for i := range n {
		files[fmt.Sprintf("src/workers/w%03d.ts", i)] = fmt.Sprintf(`import { defineWorker } from '@svc/sdk';
import { first, last, invoice, look, make } from '../lib/shared';
const worker = defineWorker('w%[1]d');
worker.use(make('made%[1]d') as never);
if (look.length > 9) throw 1;
worker.cardBackend('c%[1]d', { objectTypes: [invoice] } as never);
worker.sync(%[2]s, { schedule: '5m', idProperty: 'x', into: invoice } as never);
export default worker;
`, i, map[bool]string{true: "first", false: "last"}[i < n/2])
	}
	p := load(t, files)
	if len(p.Problems) > 0 {
		t.Fatalf("problems: %+v", p.Problems)
	}
	count := map[string]int{}
	known := map[*declared.Declaration]bool{}
	for _, d := range p.Declarations {
		count[string(d.Kind)+" "+strings.TrimRight(d.ID, "0123456789")]++
		known[d] = true
	}
	want := map[string]int{
		"app A": 1, "appObject invoice": 1, "source first": 1, "source last": 1, "tool common": 1, "tool made": n,
		"worker w": n, "cardBackend c": n, "sync first": n / 2, "sync last": n / 2,
	}
	for name, wanted := range want {
		if count[name] != wanted {
			t.Errorf("%s: %d times, want %d", name, count[name], wanted)
		}
	}
	if len(count) != len(want) {
		t.Errorf("declared %v", count)
	}
	object := p.App.Options.Get("objects").Items[0].Ref
	for i, file := range p.Workers {
		if file.Worker == nil || file.Worker.ID != fmt.Sprintf("w%d", i) || len(file.Worker.Capabilities) != 3 ||
			!known[file.Worker] {
			t.Fatalf("%s: worker %+v", file.Path, file.Worker)
		}
		for _, c := range file.Worker.Capabilities {
			if !known[c] || c.Worker != file.Worker || c.Source != nil && !known[c.Source] {
				t.Errorf("%s: %s refers to a copy", file.Path, c.ID)
			}
			if into := c.Options.Get("into"); into.Ref != nil && into.Ref != object {
				t.Errorf("%s: into refers to a copy", file.Path)
			}
		}
	}
	calls := 0
	for _, call := range p.Calls {
		if call.File == "src/lib/shared.ts" {
			calls++
		}
	}
	if calls != 1 {
		t.Errorf("the call in the shared file is noted %d times", calls)
	}
	last := p.Workers[n-1].Worker
	if got := spot(p.Locator.Locate(last.Capabilities[2].Options.Get("schedule").At)); got != fmt.Sprintf(
		"src/workers/w%03d.ts:7:21", n-1,
	) {
		t.Errorf("a place in the last shard: %s", got)
	}
}

func TestFileThatThrowsInEveryShardIsReportedOnce(t *testing.T) {
	files := map[string]string{
		"svc.config.ts": minimalConfig, "src/lib/broken.ts": "export const x = 1;\nthrow new Error('broken');\n",
	}
	for i := range 210 {
		text := toolHead
		if i%50 == 0 {
			text = "import '../lib/broken';\n" + toolHead
		}
		files[fmt.Sprintf("src/workers/w%03d.ts", i)] = text
	}
	p := load(t, files)
	if len(p.Problems) != 1 || spot(p.Locator.Locate(p.Problems[0].At)) != "src/lib/broken.ts:2:7" ||
		p.Problems[0].Message != "Error: broken" {
		t.Errorf("problems: %+v", p.Problems)
	}
	for i, file := range p.Workers {
		if file.Evaluated == (i%50 == 0) {
			t.Errorf("%s: evaluated %v", file.Path, file.Evaluated)
		}
	}
}
