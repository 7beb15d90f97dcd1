package bundle

import (
	"bytes"
	"strings"
	"testing"
)

func TestWorkersMatchesWorker(t *testing.T) {
	worker := func(name string) string {
		return "import { defineWorker } from '@svc/sdk';\nimport { shared } from '../shared';\n" +
			"const worker = defineWorker('" + name + "');\n" +
			"worker.tool('of-" + name +
			"', { label: shared, objectType: 'contact', handler: () => ({}) });\nexport default worker;\n"
	}
	o := project(t, map[string]string{
		"svc.config.ts": "import { defineApp } from '@svc/sdk';\n" +
			"export default defineApp({ name: 'Two', distribution: 'private', auth: 'static', platformVersion: '2026.03', " +
			"scopes: [] });\n",
		"src/shared.ts":    "export const shared = 'label that both have';\n",
		"src/workers/a.ts": worker("a"), "src/workers/b.ts": worker("b"),
	})
	o.Minify = true
	files := []string{"src/workers/a.ts", "src/workers/b.ts"}
	profile := []byte(`{"name":"crm"}`)
	together, faults := Workers(o, "svc.config.ts", profile, files, true)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	for i, file := range files {
		alone, faults := Worker(o, WorkerParts{Config: "svc.config.ts", File: file, Profile: profile}, false)
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		if !bytes.Equal(alone.Code, together[i].Code) {
			t.Errorf("%s differs if bundled with others", file)
		}
		other := "of-" + "ba"[i:i+1]
		if code := string(together[i].Code); strings.Contains(code, other) || !strings.Contains(
			code, "label that both have",
		) {
			t.Errorf("%s contains code of the other worker, or lacks shared code", file)
		}
		if !bytes.Contains(together[i].Map, []byte(`"`+file+`"`)) {
			t.Errorf("the map of %s does not name it from the root: %.300s", file, together[i].Map)
		}
	}
}

func TestFaultOfOneWorkerHasItsPosition(t *testing.T) {
	o := project(t, map[string]string{
		"svc.config.ts": "export default {};\n", "src/workers/a.ts": "import './gone';\nexport default 1;\n",
		"src/workers/b.ts": "export default 2;\n",
	})
	_, faults := Workers(o, "svc.config.ts", []byte("{}"), []string{"src/workers/a.ts", "src/workers/b.ts"}, false)
	if len(faults) != 1 || faults[0].Kind != Unresolved || faults[0].Span.File != "src/workers/a.ts" ||
		faults[0].Span.Line != 1 {
		t.Errorf("faults %+v", faults)
	}
}

func TestWorkersTakeTheRuntimeFromGlobals(t *testing.T) {
	o := project(t, map[string]string{
		"svc.config.ts": "import { defineApp } from '@svc/sdk';\n" +
			"export default defineApp({ name: 'One', distribution: 'private', auth: 'static', platformVersion: '2026.03', " +
			"scopes: [] });\n",
		"src/workers/a.ts": "import { CrmBackpressure, defineSource, defineWorker } from '@svc/sdk';\n" +
			"const worker = defineWorker('a');\nworker.sync(defineSource({ name: 'rows', " +
			"fetch: () => { throw new CrmBackpressure(1); } }), { schedule: '1h', into: 'contact', " +
			"idProperty: 'email' });\nexport default worker;\n",
	})
	parts := WorkerParts{Config: "svc.config.ts", File: "src/workers/a.ts", Profile: []byte(`{"name":"crm"}`)}
	output, faults := Worker(o, parts, false)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	for _, word := range []string{"grant_invalid", "client_credentials", "extends Error"} { // of the runtime
		if bytes.Contains(output.Code, []byte(word)) {
			t.Errorf("the script contains %q of the runtime", word)
		}
	}
	for _, taken := range []string{
		"__svc_sdk.defineWorker", "__svc_sdk.CrmBackpressure", "__svc_sdk_source.defineSource",
	} {
		if !bytes.Contains(output.Code, []byte(taken)) {
			t.Errorf("the script does not take %s of its host", taken)
		}
	}
	if bytes.Contains(output.Code, []byte("retryLater")) {
		t.Error("the script takes an export that it does not use")
	}
}
