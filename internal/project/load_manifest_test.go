package project

import (
	"bytes"
	"context"
	"fmt"
	"testing"
)

func TestLoadCreatesTheSameManifestAsManifest(t *testing.T) {
	many := map[string]string{"svc.config.ts": minimalConfig, "src/shared.ts": "export const label = 'Shared';\n"}
	for i := range 2*shardSize + 5 { // more than one shard on several cores
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
		made := p.Manifest
		p.Manifest = nil
		want, err := ManifestOf(context.Background(), o, p)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !bytes.Equal(made, want) {
			t.Errorf("%s: got\n%.2000s\nwant\n%.2000s", name, made, want)
		}
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
		if err != nil || p.Manifest != nil {
			t.Errorf("%s: %s, %v", name, p.Manifest, err)
		}
	}
	if p := load(t, map[string]string{"svc.config.ts": minimalConfig}); p.Manifest != nil {
		t.Error("Load created a manifest without Options.Manifest")
	}
}
