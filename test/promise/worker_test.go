package promise

import (
	"fmt"
	"strings"
)

// helpers of every worker. fits throws if a value does not have the type that its field declares.
const workerHead = `import { appEvent, defineSource, defineWorker, ok } from '@svc/sdk';
` + cyclic + `
const types: Record<string, (value: any) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  bool: (value) => typeof value === 'boolean',
  enumeration: (value) => typeof value === 'string',
  datetime: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  json: (value) => JSON.stringify(value) !== undefined,
};
function fits(input: any, declared: any): void {
  for (const [name, field] of Object.entries<any>(declared)) {
    const type = String(field.type).toLowerCase().replace('boolean', 'bool');
    if (input[name] === undefined) {
      if (field.default !== undefined) throw new TypeError(name + ' has no default');
    } else if (!types[type]?.(input[name])) {
      throw new TypeError(name + ' is not a ' + type + ' but a ' + typeof input[name]);
    }
  }
}
`

func (g *grammar) worker() {
	var b strings.Builder
	name := g.id("w")
	b.WriteString(workerHead)
	if g.odd > 0 && g.chance(15) {
		g.odd--
		b.WriteString(oddCode[g.IntN(len(oddCode))] + "\n")
	}
	fmt.Fprintf(&b, "const worker = defineWorker('%s');\n", name)
	for range 2 + g.IntN(4) {
		[]func(*strings.Builder){g.tool, g.tool, g.backend, g.trigger, g.sync, g.pull, g.push, g.event}[g.IntN(8)](&b)
	}
	fmt.Fprintf(&b, "worker.cardBackend('%s', { handler: () => 1 });\n", g.fresh("always-"))
	b.WriteString("export default worker;\n")
	g.files["src/workers/"+g.fresh(g.pick("w", "wörker", "ワーカー"))+".ts"] = b.String()
}

// fieldTypes are the types of fields with their usual defaults.
var fieldTypes = map[string][]string{
	"string": {"'text'", "''"}, "number": {"5", "-0.5", "0"}, "bool": {"true", "false"}, "boolean": {"false"},
	"enumeration": {"'a'", "'b'"}, "datetime": {"'2026-01-31'", "'2026-01-31T09:00:00Z'", "0"},
	"json": {"{ a: [1] }", "[]", "1", "null", "'[1]'"},
}

var options = []string{"['a', 'b']", "[{ value: 'a', label: 'A' }, { value: 'b', label: 'B' }]"}

var typeNames = []string{"string", "number", "bool", "boolean", "enumeration", "datetime", "json", "NUMBER", "BOOL"}

// fields writes the fields of an input or the properties of an object.
func (g *grammar) fields(property bool) string {
	var b strings.Builder
	for i := range g.IntN(4) {
		kind := g.pick(typeNames...)
		if property && strings.EqualFold(kind, "json") {
			kind = "string"
		}
		fmt.Fprintf(&b, "f%d: { type: %s, ", i, g.value([]string{"'" + kind + "'"}))
		if kind == "enumeration" {
			fmt.Fprintf(&b, "options: %s, ", g.value(options))
		}
		b.WriteString(g.maybe(30, "label", g.value([]string{"'Label'"})))
		b.WriteString(g.maybe(20, "description", g.value([]string{"'Help'"})))
		b.WriteString(g.maybe(15, g.pick("required", "isRequired"), g.value([]string{"true", "false"})))
		if g.chance(60) {
			usual := fieldTypes[strings.ToLower(kind)]
			if g.odd > 0 && g.chance(20) { // defaults are what the promise is about
				g.odd--
				usual = oddities
			}
			fmt.Fprintf(&b, "default: %s, ", g.pick(usual...))
		}
		if !property {
			b.WriteString(g.maybe(10, "valueSource", g.value([]string{"'static'", "'both'"})))
		}
		b.WriteString("}, ")
	}
	if g.odd > 0 && g.chance(3) {
		g.odd--
		b.WriteString("gone: undefined, ")
	}
	return b.String()
}

func (g *grammar) tool(b *strings.Builder) {
	id := g.id("tool-")
	fmt.Fprintf(b, "const %s = { %s } as any;\n", g.input(), g.fields(false))
	fmt.Fprintf(b, "worker.%s('%s', { label: %s, objectType: %s, input: i%d, output: { out: { type: 'string' } }, ",
		g.pick("tool", "action"), id, g.value([]string{"'Label'"}),
		g.value([]string{"'contact'", "'company'", "'deal'"}), g.count)
	b.WriteString(g.billed())
	b.WriteString(g.maybe(20, "agent", "{ description: "+g.value([]string{"'When asked'"})+fmt.Sprintf(
		", expose: Object.keys(i%d) }", g.count)))
	fmt.Fprintf(b, "handler: (ctx: any) => { fits(ctx.input, i%d); return { out: 'x' }; } });\n", g.count)
}

// input names the next constant with fields.
func (g *grammar) input() string { return g.fresh("i") }

func (g *grammar) backend(b *strings.Builder) {
	id := g.id("backend-")
	g.backends = append(g.backends, id)
	fmt.Fprintf(b, "const %s = { %s } as any;\n", g.input(), g.fields(false))
	label := g.maybe(30, "label", g.value([]string{"'L'"}))
	fmt.Fprintf(b, "worker.cardBackend('%s', { input: i%d, %s", id, g.count, label+g.billed())
	fmt.Fprintf(b, "handler: (ctx: any) => { fits(ctx.input, i%d); return { ok: 1 }; } });\n", g.count)
}

func (g *grammar) trigger(b *strings.Builder) {
	fmt.Fprintf(b, "worker.trigger('%s', { eventType: %s, %shandler: () => {} });\n",
		g.id("trigger-"), g.value([]string{
			"'contact.creation'", "'contact.propertyChange.email'", "'company.deletion'", "'deal.propertyChange.amount'",
		}, "'object.propertyChange.name'", "'contact.propertyChange.'", "'p123.creation'", "'contact.merge'"),
		g.maybe(20, "dedup", g.value([]string{"'strict'", "'best-effort'"}))+g.billed())
}

func (g *grammar) schedule() string {
	return g.value([]string{"'15m'", "'1d'", "'manual'", "'0 3 * * 1'", "'*/5 * * * *'"},
		"'0 0 31 2 *'", "'0 0 30 feb *'", "'90m'", "'event'", "'* * * * 8'")
}

func (g *grammar) sync(b *strings.Builder) {
	fmt.Fprintf(b, "worker.sync('%s', { schedule: %s, %shandler: async () => ok() });\n",
		g.id("sync-"), g.schedule(), g.maybe(30, "label", g.value([]string{"'L'"}))+g.billed())
}

// auths are the forms of a pull source's auth. feed answers the requests of all.
var auths = []string{
	"{ type: 'bearer', token: 'FEED_TOKEN' }", "{ type: 'basic', username: 'FEED_USER', password: 'FEED_PASS' }",
	"{ type: 'oauth2', clientId: 'FEED_USER', clientSecret: 'FEED_PASS', tokenUrl: 'https://feed.example.com/token' }",
	"{ type: 'oauth2', clientId: 'FEED_USER', clientSecret: 'FEED_PASS', tokenUrl: 'https://feed.example.com/token', " +
		"scope: 'rows', audience: 'feed', credentialsIn: 'body' }",
}

// oddAuths lack a credential, or name one in a way that a run cannot use.
var oddAuths = []string{
	"{ type: 'bearer' }", "{ type: 'basic' }", "{ type: 'basic', username: 'FEED_USER' }", "{ type: 'oauth2' }",
	"{ type: 'bearer', token: 'ABSENT' }", "{ type: 'bearer', token: 'a b' }", "{ type: 'bearer', token: '' }",
	"{ type: 'bearer', token: 'SVC_PROJECT_ID' }", "{ type: 'hmac', secret: 'POST_KEY' }",
	"{ type: 'oauth2', clientId: 'FEED_USER', clientSecret: 'FEED_PASS', tokenUrl: 'FEED_TOKEN' }",
	"{ type: 'oauth2', clientId: 'FEED_USER', clientSecret: 'FEED_PASS', tokenUrl: 'https://10.0.0.1/token' }",
	"{ type: 'basic', username: '__proto__', password: 'constructor' }",
}

func (g *grammar) pull(b *strings.Builder) {
	name := g.fresh("feed")
	fmt.Fprintf(b, "const %[1]s = defineSource({ name: '%[1]s', %[2]sfetch: ({ cursor, http }) => "+
		"http.get('https://feed.example.com/rows', { query: { cursor } }) });\n",
		name, g.maybe(70, "auth", g.value(auths, oddAuths...)))
	g.syncOf(b, name, g.schedule())
}

// signatures are the forms of a push source's auth.
var signatures = []string{
	"{ type: 'hmac', secret: 'POST_KEY' }", "{ type: 'hmac', secret: 'POST_KEY', encoding: 'base64', prefix: 'sha256=' }",
	"{ type: 'hmac', secret: 'POST_KEY', header: 'X-Feed-Signature', timestampHeader: 'X-Feed-Time', " +
		"toleranceSeconds: 60 }",
}

func (g *grammar) push(b *strings.Builder) {
	name := g.fresh("posts")
	fmt.Fprintf(b, "const %[1]s = defineSource.push({ name: '%[1]s', auth: %[2]s, receive: () => ({ rows: "+
		"[{ key: 'b@example.com', data: { email: 'b@example.com', first: 'B' } }] }) });\n",
		name, g.value(signatures, "{ type: 'hmac' }", "{ type: 'hmac', secret: 'ABSENT' }",
			"{ type: 'hmac', secret: 'POST_KEY', header: 'Content-Type' }",
			"{ type: 'hmac', secret: 'POST_KEY', header: 'a b' }",
			"{ type: 'hmac', secret: 'POST_KEY', timestampHeader: 'X-Signature' }",
			"{ type: 'hmac', secret: 'POST_KEY', prefix: 'ü' }", "{ type: 'hmac', secret: 'POST_KEY', header: 'Host' }"))
	g.syncOf(b, name, "'event'")
}

func (g *grammar) syncOf(b *strings.Builder, source, schedule string) {
	fmt.Fprintf(b, "worker.sync(%s, { schedule: %s, into: %s, idProperty: 'email', %s"+
		"schema: { first: %s, email: 'email' } });\n",
		source, schedule, g.value([]string{"'contacts'", "'contact'"}), g.billed(), g.value([]string{"'firstname'"}))
}

// event declares an event in a file of its own.
func (g *grammar) event(*strings.Builder) {
	name := g.fresh("event")
	g.events = append(g.events, name)
	g.files["src/events/"+name+".ts"] = fmt.Sprintf("import { appEvent } from '@svc/sdk';\n"+cyclic+
		"export const %[1]s = appEvent('%[1]s', { name: '%[1]s', label: %[2]s, objectType: 'contact', "+
		"properties: { note: { type: 'string' }, %[3]s } });\n",
		name, g.value([]string{"'Event'"}), g.fields(true))
}
