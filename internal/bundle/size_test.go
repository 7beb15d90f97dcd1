package bundle

import (
	"bytes"
	"compress/gzip"
	"slices"
	"strings"
	"testing"

	"github.com/appsvc/svc/sdk"
)

// maxScriptSize is the limit for the smallest worker in production, gzipped, in bytes.
const maxScriptSize = 32 << 10

const oneTool = "import { defineWorker } from '@svc/sdk';\nconst worker = defineWorker('main');\n" +
	"worker.tool('hello', { label: 'Hello', objectType: 'contact',\n" +
	"  input: { name: { type: 'string', required: true } },\n" +
	"  output: { greeting: { type: 'string' } }, handler: (ctx) => ({ greeting: 'Hello, ' + ctx.input.name }) });\n" +
	"export default worker;\n"

// minified returns the script of a worker in production, and the modules of the runtime that it needs.
func minified(t *testing.T, worker string) ([]byte, []RuntimeModule) {
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
	runtime, err := o.SDK.Runtime()
	if err != nil {
		t.Fatal(err)
	}
	return output.Code, runtime.ModulesOf(runtime.PartsOf(output.Code))
}

// has reports whether a module contains a text.
func has(modules []RuntimeModule, text string) bool {
	return slices.ContainsFunc(modules, func(m RuntimeModule) bool { return bytes.Contains(m.Text, []byte(text)) })
}

func TestWorkersHaveOnlyTheExtensionsThatTheirCodeNames(t *testing.T) {
	in := func(handler string) string {
		return strings.Replace(oneTool, "(ctx) => ({", "async (ctx) => ({ more: "+handler+", ", 1)
	}
	with := func(declaration string) string {
		return strings.Replace(oneTool, "export default", declaration+"\nexport default", 1)
	}
	importing := func(name, worker string) string { return strings.Replace(worker, "import {", "import { "+name+",", 1) }
	source := importing("defineSource", with("worker.sync(defineSource({ name: 'rows', fetch: () => ({ rows: [] }) }), "+
		"{ schedule: '1h', into: 'contact', idProperty: 'email' });"))
	event := "import { appEvent } from '@svc/sdk';\nexport const paid = appEvent('paid', { name: 'Paid', label: 'Paid', " +
		"objectType: 'contact', properties: {} });\n" + in("ctx.appEvents.send(paid, {})")
	for _, one := range []struct{ name, worker, text string }{
		{"source", source, "client_credentials"},
		{"sync", source, "syncSetCursor"},
		{"event", event, "eventTypeName"},
		{"card", with("worker.cardBackend('c', { handler: () => 1 });"), "x-svc-response-signature"},
		{"trigger", with("worker.trigger('t', { eventType: 'contact.creation', handler: () => {} });"), "attemptNumber"},
		{"batch", in("ctx.crm.batch.objects.read('contact', [])"), "objectWriteTraceId"},
		{"associations", in("ctx.crm.associations.list({ objectType: 'contact', id: '1' }, 'deal')"), "/default"},
		{"conversations", in("ctx.crm.conversations.customChannels.list()"), "/channel-accounts"},
		{"budget", in("ctx.crm.budget()"), "invalid calls"},
		{"metrics", in("{ metrics: {} }"), "crm_ratelimit_remaining"},
		{"batch, by a text", in("ctx.crm['batch']"), "objectWriteTraceId"},
		{"flags", in("ctx.flags?.getBoolean('f', false)"), "FLAG_NOT_FOUND"},
		{"billing", in("ctx.billing"), "billingOpen"},
		{"store", in("ctx.store.get('k')"), "storeSwap"},
		{"http", in("ctx.http.get('x')"), "bypasses the rate budget"},
		{"later", in("ctx.later('hello', {}, { after: 1 })"), "laterPut"},
		{"timers", in("setTimeout(() => {})"), "still set"},
		{"errors", importing("crmErrorCode", in("crmErrorCode(0)")), "unknown_method"},
		{"objects", in("ctx.appObjects.get('a', '1')"), "app object"},
		{"properties", in("ctx.crm.properties.list('contact')"), "property name"},
		{"declare", importing("normalizeSyncSchedule", in("normalizeSyncSchedule('1h')")), "oct"},
		{"properties, of a pattern", in("(({ crm: { properties: { list } } }) => list('contact'))(ctx)"), "property name"},
		{"properties, by a text", in("ctx.crm['properties'].list('contact')"), "property name"},
	} {
		if _, runtime := minified(t, oneTool); has(runtime, one.text) {
			t.Errorf("a worker without %s has it: see what the core of the runtime imports", one.name)
		}
		if _, runtime := minified(t, one.worker); !has(runtime, one.text) {
			t.Errorf("a worker with %s does not have it", one.name)
		}
	}
}

// readingTool is the tool of svc init.
var readingTool = strings.Replace(oneTool, "handler: (ctx) => ({ greeting: 'Hello, ' + ctx.input.name })",
	"async handler(ctx) {\n"+
		"  const contact = await ctx.crm.objects.get('contacts', ctx.enrolledObject.id, { properties: ['firstname'] });\n"+
		"  ctx.logger.info('said hello', { contact: contact.id });\n"+
		"  return { greeting: `${ctx.input.name}, ${contact.properties.firstname ?? 'there'}!` };\n}", 1)

func TestWorkerWithOneToolIsAtMost32KBGzipped(t *testing.T) {
	script, runtime := minified(t, readingTool)
	host, err := sdk.Files.ReadFile("dist/host/workerd.js")
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	size := 0
	for _, module := range append(runtime, RuntimeModule{Text: script}, RuntimeModule{Text: host}) {
		size += len(module.Text)
		if _, err := w.Write(module.Text); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes, %d gzipped, %d bytes without the runtime", size, packed.Len(), len(script))
	if packed.Len() > maxScriptSize {
		t.Errorf(
			"the smallest worker weighs %d bytes gzipped; at most %d are wanted: see what the core of the runtime imports",
			packed.Len(), maxScriptSize,
		)
	}
}
