package project

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"github.com/appsvc/svc/internal/manifest"
)

func TestLoadCreatesTheSameManifestAsManifest(t *testing.T) {
	many := map[string]string{"svc.config.ts": minimalConfig, "src/shared.ts": "export const label = 'Shared';\n"}
	for i := range shardSize + 5 { // more than one shard on several cores
		many[fmt.Sprintf(
			"src/workers/w%03d.ts", i,
		)] = fmt.Sprintf("import { defineWorker } from '@svc/sdk';\nimport { label } from '../shared';\n"+
			"const worker = defineWorker('w%d');\n"+
			"worker.tool('t%d', { label, objectType: 'contact', input: { __proto__x: { type: 'string', label: "+
			"'\\u2028</script>' } }, handler: () => ({}) });\n"+
			"worker.sync('s', { schedule: '15m', handler: async () => ({}) });\nexport default worker;\n", i, i)
	}
	for name, dir := range map[string]string{
		"many workers": write(t, many), "the example": "../../examples/ledger-bridge",
		"no worker": write(t, map[string]string{"svc.config.ts": minimalConfig}),
	} {
		o := Options{Dir: dir, Manifest: true}
		p, err := Load(context.Background(), o)
		if err != nil || len(p.Problems) > 0 {
			t.Fatalf("%s: %v, %+v", name, err, p.Problems)
		}
		made := p.Manifest("")
		p.Manifests = nil
		want, err := ManifestOf(context.Background(), o, p)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !bytes.Equal(made, want) {
			t.Errorf("%s: got\n%.2000s\nwant\n%.2000s", name, made, want)
		}
	}
}

func TestManifestsOfEnvironmentsAreThoseOfTheDeclarations(t *testing.T) {
	dir := write(t, map[string]string{"svc.config.ts": `import { defineApp, mcpServer } from '@svc/sdk';
export default defineApp({
  name: 'A', distribution: 'private', auth: 'oauth', platformVersion: '2026.09', scopes: ['oauth'],
  mcpServers: [mcpServer('agent', { name: 'Agent', description: 'D', mcpUrl: 'https://a.example.com', mcpClientId: 'x' })],
  environments: {
    staging: {
      name: 'B', description: undefined, permittedUrls: { img: ['https://b.example.com'] },
      mcpServers: { agent: { mcpUrl: 'https://b.example.com', mcpClientId: undefined } },
    },
    constructor: {},
  },
});
`})
	p, err := Load(context.Background(), Options{Dir: dir, Manifest: true})
	if err != nil || len(p.Problems) > 0 || len(p.Manifests) != 3 {
		t.Fatalf("%v, %+v, %d manifests", err, p.Problems, len(p.Manifests))
	}
	for _, environment := range []string{"", "production", "staging", "constructor"} {
		o := Options{Dir: dir, Environment: environment}
		alone := *p
		alone.Manifests = nil
		want, err := ManifestOf(context.Background(), o, &alone)
		made := p.Manifest(environment)
		if err != nil || !bytes.Equal(made, want) {
			t.Errorf("%q: got\n%s\nwant\n%s, %v", environment, made, want, err)
		}
		decoded, err := manifest.Decode(made)
		if err != nil {
			t.Fatal(err)
		}
		view := p.In(environment)
		options, server := view.App.Options, view.App.Options.Get("mcpServers").Items[0].Ref.Options
		if app := decoded.App; app.Name != options.Get("name").Text ||
			app.McpServers[0].McpURL != server.Get("mcpUrl").Text ||
			app.McpServers[0].McpClientID != server.Get("mcpClientId").Text ||
			len(app.PermittedUrls.Img) != len(options.Path("permittedUrls", "img").Items) {
			t.Errorf("%q: the manifest %s differs from the declarations", environment, made)
		}
	}
	if p.In("staging").App.Options.Get("name").Text != "B" || p.In("production") != p {
		t.Error("the members of an environment do not replace those of the app")
	}
}

func TestLoadLeavesOutAManifestThatItCannotCreate(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"a worker whose manifest throws": {"svc.config.ts": minimalConfig,
			"src/workers/w.ts": "import { defineWorker } from '@svc/sdk';\nconst worker = defineWorker('w');\n" +
				"worker.trigger('a', { eventType: 'contact.creation', handler: () => {} });\n" +
				"worker.trigger('a', { eventType: 'contact.creation', handler: () => {} });\nexport default worker;\n"},
		"a declaration that is refused": {"svc.config.ts": minimalConfig,
			"src/workers/w.ts": "import { defineWorker } from '@svc/sdk';\nconst worker = defineWorker('w');\n" +
				"worker.sync('s', { schedule: 'always', handler: async () => ({}) });\nexport default worker;\n"},
		"a worker file that exports the app": {
			"svc.config.ts": minimalConfig, "src/workers/w.ts": "import app from '../../svc.config';\nexport default app;\n",
		},
		"no config": {"src/workers/w.ts": "import { defineWorker } from '@svc/sdk';\nexport default defineWorker('w');\n"},
	} {
		p, err := Load(context.Background(), Options{Dir: write(t, files), Manifest: true})
		if err != nil || p.Manifests != nil {
			t.Errorf("%s: %s, %v", name, p.Manifests, err)
		}
	}
	if p := load(t, map[string]string{"svc.config.ts": minimalConfig}); p.Manifests != nil {
		t.Error("Load created a manifest without Options.Manifest")
	}
}

// replacements are statements of a worker that replace built-ins of the SDK by others that never end or return nothing.
var replacements = map[string]string{
	"an iterator":         `Array.prototype[Symbol.iterator] = function* () { for (;;) yield 1; };`,
	"the iterator's next": `Object.getPrototypeOf([][Symbol.iterator]()).next = () => ({ value: 1, done: false });`,
	"methods of arrays":   `Array.prototype.map = () => []; Array.prototype.push = function () { return this.length; };`,
	"JSON":                `JSON.stringify = () => '{}';`,
	"Object.keys":         `Object.keys = () => []; Object.entries = () => []; Object.fromEntries = () => ({});`,
	"toJSON":              `Object.prototype.toJSON = () => 1;`,
	"collections": `Map.prototype.get = () => 1; Set.prototype.has = () => true;
Map.prototype[Symbol.iterator] = () => 1;`,
	"a prototype":          `Object.setPrototypeOf(Array.prototype, { toJSON: () => 1 });`,
	"a regular expression": `RegExp.prototype[Symbol.replace] = () => { for (;;); }; RegExp.prototype.test = () => true;`,
	"a getter": `const get = () => { throw new Error('x'); };
Object.defineProperty(Array.prototype, 'join', { get, configurable: true });`,
	"a symbol": `Object.prototype[Symbol.isConcatSpreadable] = true;`,
	"globals":  `globalThis.JSON = { stringify: () => '{}' }; globalThis.Object = {}; globalThis.Map = Set;`,
}

func TestManifestDoesNotDependOnReplacedBuiltIns(t *testing.T) {
	load := func(t *testing.T, replacement string) []byte {
		t.Helper()
		p, err := Load(context.Background(), Options{Manifest: true, Dir: write(t, map[string]string{
			"svc.config.ts": minimalConfig, "src/workers/a.ts": workerThat("a", replacement),
			"src/workers/b.ts": workerThat("b", ""), "src/workers/c.ts": workerThat("c", replacement),
		})})
		if err != nil || len(p.Problems) > 0 {
			t.Fatalf("%v, %+v", err, p.Problems)
		}
		return p.Manifest("")
	}
	want := load(t, "")
	for name, replacement := range replacements {
		t.Run(name, func(t *testing.T) {
			if got := load(t, replacement); !bytes.Equal(got, want) || len(got) == 0 {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// workerThat returns a worker with one tool, and with statements at its end.
func workerThat(name, statements string) string {
	return "// @ts-nocheck\nimport { defineWorker } from '@svc/sdk';\nconst worker = defineWorker('" + name + `');
worker.tool('t', { label: 'T', objectType: 'contact', input: { a: { type: 'string' } }, handler: () => ({}) });
export default worker;
` + statements
}
