package bundle

import (
	"bytes"
	"compress/gzip"
	"testing"

	"github.com/appsvc/svc/sdk"
)

// maxScriptSize is the limit for the smallest worker in production, gzipped, in bytes.
const maxScriptSize = 40 << 10

const oneTool = "import { defineWorker } from '@svc/sdk';\nconst worker = defineWorker('main');\n" +
	"worker.tool('hello', { label: 'Hello', objectType: 'contact',\n" +
	"  input: { name: { type: 'string', required: true } },\n" +
	"  output: { greeting: { type: 'string' } }, handler: (ctx) => ({ greeting: 'Hello, ' + ctx.input.name }) });\n" +
	"export default worker;\n"

// minified returns the script of a worker in production.
func minified(t *testing.T, worker string) []byte {
	t.Helper()
	o := project(t, map[string]string{
		"svc.config.ts": "import { defineApp } from '@svc/sdk';\n" +
			"export default defineApp({ name: 'One', distribution: 'private', auth: 'oauth', platformVersion: '2026.03', " +
			"scopes: ['oauth'] });\n",
		"src/workers/main.ts": worker,
	})
	o.Minify = true
	profile, err := sdk.Profiles.ReadFile("src/profiles/crm.json")
	if err != nil {
		t.Fatal(err)
	}
	output, faults := Worker(o, WorkerParts{Config: "svc.config.ts", File: "src/workers/main.ts", Profile: profile}, false)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	return output.Code
}

func TestOnlyWorkersThatDeclareASourceOrAppEventContainItsEngine(t *testing.T) {
	source := "import { defineSource, defineWorker } from '@svc/sdk';\nconst worker = defineWorker('main');\n" +
		"worker.sync(defineSource({ name: 'rows', fetch: () => ({ rows: [] }) }), { schedule: '1h', into: 'contact', " +
		"idProperty: 'email' });\nexport default worker;\n"
	event := "import { appEvent } from '@svc/sdk';\nexport const paid = appEvent('paid', { name: 'Paid', label: 'Paid', " +
		"objectType: 'contact', properties: {} });\n" + oneTool
	for _, one := range []struct{ name, worker, engine string }{
		{"source", source, "client_credentials"}, // only the requests of sources contain it
		{"app event", event, "eventTypeName"},    // only the requests about app events contain it
	} {
		if bytes.Contains(minified(t, oneTool), []byte(one.engine)) {
			t.Errorf("a worker without a %s carries what runs it: see what the runtime imports", one.name)
		}
		if !bytes.Contains(minified(t, one.worker), []byte(one.engine)) {
			t.Errorf("a worker with a %s does not carry what runs it", one.name)
		}
	}
}

func TestWorkerWithOneToolIsAtMost40KBGzipped(t *testing.T) {
	script := minified(t, oneTool)
	host, err := sdk.Files.ReadFile("dist/host/workerd.js")
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	for _, module := range [][]byte{script, host} {
		if _, err := w.Write(module); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes, %d gzipped, of them the host's module %d", len(script)+len(host), packed.Len(), len(host))
	if packed.Len() > maxScriptSize {
		t.Errorf(
			"the smallest worker weighs %d bytes gzipped; at most %d are wanted: see what createWorker imports", packed.Len(),
			maxScriptSize,
		)
	}
}
