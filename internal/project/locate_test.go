package project

import (
	"fmt"
	"testing"

	"github.com/appsvc/svc/internal/bundle"
	"github.com/appsvc/svc/internal/declared"
)

// manyWorkers is a project whose files have many names in common, so that the bundler renames them.
func manyWorkers(n int) map[string]string {
	files := map[string]string{
		"svc.config.ts":     minimalConfig,
		"src/lib/fields.ts": "export const label = 'Label';\nexport const fields = { name: { type: 'string', label } };\n",
	}
	for i := range n {
		files[fmt.Sprintf("src/workers/w%02d.ts", i)] = fmt.Sprintf(`import { defineWorker } from '@svc/sdk';
import { fields, label as title } from '../lib/fields';
const label = 'own %[1]d', options = { label, input: fields };
const worker = defineWorker('w%[1]d');
function make(id: string) { return { ...options, id, text: `+"`\n  // src/workers/w%02[1]d.ts\n${id}`"+
			`, list: [title, 'é😀', /[/"'`+"`"+`]/.source] }; }
worker.tool('t%[1]d', make('x') as never);
worker.tool('u%[1]d', { label: 'second', async handler(ctx) {
	const { label } = await ctx.crm.objects.get('deals', '1'); return label; } } as never);
export { worker as default, label };
`, i)
	}
	return files
}

func marks(p *declared.Project) []declared.Mark {
	var all []declared.Mark
	var value func(*declared.Value)
	value = func(v *declared.Value) {
		all = append(all, v.At)
		for _, item := range v.Items {
			value(item)
		}
		for _, member := range v.Members {
			value(member.Value)
		}
	}
	for _, d := range p.Declarations {
		all = append(all, d.At)
		for _, arg := range d.Args {
			value(arg)
		}
	}
	for _, call := range p.Calls {
		all = append(all, call.At)
	}
	return all
}

func TestMapOfOneFileMatchesTheMapOfEverything(t *testing.T) {
	if testing.Short() {
		t.Skip("computes for seconds")
	}
	p := load(t, manyWorkers(12))
	if len(p.Problems) > 0 {
		t.Fatalf("problems: %+v", p.Problems)
	}
	l := p.Locator.(*locator)
	whole := newLocator(l.source, l.shards, l.file, l.build)
	whole.mapAll()
	single := 0
	for _, m := range marks(p) {
		want := whole.Locate(m)
		clear(l.single) // below maxSingle
		l.mapped = nil  // and without the map of everything
		if _, found := l.inFile(m); found {
			single++
		}
		if got := l.Locate(m); got != want || want.Line == 0 {
			t.Errorf("got %v, want %v", got, want)
		}
	}
	if single < 12*10 {
		t.Errorf("only %d places were found with the map of their file", single)
	}
}

func TestManyFindingsMapEverythingOnce(t *testing.T) {
	p := load(t, manyWorkers(12))
	l := p.Locator.(*locator)
	builds := 0
	build := l.build
	l.build = func(parts [][]string) ([]bundle.Output, error) {
		builds++
		return build(parts)
	}
	for _, m := range marks(p) {
		l.Locate(m)
	}
	if builds > maxSingle+1 {
		t.Errorf("%d builds", builds)
	}
}

func TestCounterpartAllowsOnlyDifferentWords(t *testing.T) {
	for _, c := range []struct {
		a, b   string
		offset int
		want   int
		same   bool
	}{
		{"a + worker2.tool", "a + worker.tool", 12, 11, true}, {"a + worker2.tool", "a + worker.tool", 4, 4, true},
		{"a + worker2", "a + w", 10, 4, true}, {"(a)", "(b)", 2, 2, true}, {"(a)", "[a)", 2, 0, false},
		{"a b", "a  b", 2, 0, false}, {"ab", "", 1, 0, false}, {"x", "x", 5, 0, false}, {"a;b", "a;", 2, 0, false},
	} {
		if got, same := counterpart([]byte(c.a), []byte(c.b), c.offset); got != c.want || same != c.same {
			t.Errorf("counterpart(%q, %q, %d) = %d, %v; want %d, %v", c.a, c.b, c.offset, got, same, c.want, c.same)
		}
	}
}
