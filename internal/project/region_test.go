package project

import (
	"bytes"
	"testing"

	"github.com/appsvc/svc/internal/evaluate/region"
	"github.com/appsvc/svc/internal/evaluate/syntax"
	"github.com/appsvc/svc/internal/jsvm/ecma"
)

// loweredWorker uses syntax that the bundler lowers with helpers of its own. The function is before the module's call
// in the bundle, the text in it.
const loweredWorker = `import { defineWorker } from '@svc/sdk';
import words from '../lib/words.json';
import note from '../lib/note.txt';
import * as legacy from '../lib/legacy.cjs';
import { packaged } from 'packaged';
import { fake } from '../lib/fake';
export function hoistedInWorker() { return ['text in worker', words, note, legacy, packaged, fake]; }
export async function* pages() { for await (const page of pages()) { yield page; } }
function logged(value: unknown, context: unknown) { return context ? undefined : value; }
@logged class Marked { #own = 1; static has(o: object) { return #own in o; } @logged run() {} }
const closable = { async [Symbol.asyncDispose]() {} };
export async function opened() { await using file = Object.assign(new Marked(), closable); return file; }
export default defineWorker('lowered');
export const late = () => import('../lib/late');
`

func TestEveryStatementHasTheFileThatItComesFrom(t *testing.T) {
	p := load(t, map[string]string{
		"svc.config.ts":          minimalConfig,
		"src/workers/lowered.ts": loweredWorker,
		"src/lib/words.json":     `{ "a": "text in words" }`,
		"src/lib/note.txt":       "text in note",
		"src/lib/legacy.cjs":     "function hoistedInLegacy() {}\nexports.it = ['text in legacy', hoistedInLegacy];",
		"src/lib/late.ts":        "export function hoistedInLate() { return 'text in late'; }",
		"src/lib/fake.ts": "var __esm = (o: object) => o;\n" +
			"export var fake = __esm({ 'src/other.ts'() { return 'text in fake'; } });",
		"node_modules/packaged/package.json": `{ "name": "packaged", "type": "module", "main": "index.js" }`,
		"node_modules/packaged/index.js": "export function hoistedInPackage() { return 'text in package'; }\n" +
			"export const packaged = hoistedInPackage;",
	})
	if len(p.Problems) > 0 {
		t.Fatalf("problems: %+v", p.Problems)
	}
	code := p.Locator.(*locator).shards[0].Code
	tree, err := ecma.Parse("shard", code)
	if err != nil {
		t.Fatal(err)
	}
	regions := region.OfModules(syntax.BundleBody(tree))
	for text, want := range map[string]region.Region{
		"=Object.defineProperty":    {},
		"function hoistedInWorker(": {Source: "src/workers/lowered.ts", IsUserCode: true},
		"text in worker":            {Source: "src/workers/lowered.ts", IsUserCode: true},
		"text in words":             {Source: "src/lib/words.json", IsUserCode: true},
		"text in note":              {Source: "src/lib/note.txt", IsUserCode: true},
		"function hoistedInLegacy(": {Source: "src/lib/legacy.cjs", IsUserCode: true},
		"text in legacy":            {Source: "src/lib/legacy.cjs", IsUserCode: true},
		"function hoistedInLate(":   {Source: "src/lib/late.ts", IsUserCode: true},
		"text in late":              {Source: "src/lib/late.ts", IsUserCode: true},
		"text in fake":              {Source: "src/lib/fake.ts", IsUserCode: true},
		"text in package":           {Source: "node_modules/packaged/index.js"},
		"return __toCommonJS(":      {},
	} {
		at := bytes.Index(code, []byte(text))
		got := regions.At(at)
		if got.Offset = 0; at < 0 || got != want {
			t.Errorf("%q at %d: got %+v, want %+v", text, at, got, want)
		}
	}
	for _, in := range regions {
		if in.Source != "" && region.Start(code, in.Source) != in.Offset {
			t.Errorf("%s starts at %d, want %d", in.Source, region.Start(code, in.Source), in.Offset)
		}
	}
}
