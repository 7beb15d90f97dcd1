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
	name := g.fresh("w")
	b.WriteString(workerHead)
	fmt.Fprintf(&b, "const worker = defineWorker('%s');\n", name)
	for range 2 + g.IntN(4) {
		[]func(*strings.Builder){g.tool, g.tool, g.backend, g.trigger, g.sync, g.pull, g.push, g.event}[g.IntN(8)](&b)
	}
	fmt.Fprintf(&b, "worker.cardBackend('%s-always', { handler: () => 1 });\n", name)
	b.WriteString("export default worker;\n")
	g.files["src/workers/"+name+".ts"] = b.String()
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
			if g.odd > 0 && g.chance(60) { // defaults are what the promise is about
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
	return b.String()
}

func (g *grammar) tool(b *strings.Builder) {
	id := g.fresh("tool-")
	fmt.Fprintf(b, "const %s = { %s } as any;\n", g.input(), g.fields(false))
	fmt.Fprintf(b, "worker.%s('%s', { label: %s, objectType: %s, input: i%d, output: { out: { type: 'string' } }, ",
		g.pick("tool", "action"), id, g.value([]string{"'Label'"}),
		g.value([]string{"'contact'", "'company'", "'deal'"}), g.count)
	b.WriteString(g.maybe(20, "agent", "{ description: "+g.value([]string{"'When asked'"})+fmt.Sprintf(
		", expose: Object.keys(i%d) }", g.count)))
	fmt.Fprintf(b, "handler: (ctx: any) => { fits(ctx.input, i%d); return { out: 'x' }; } });\n", g.count)
}

// input names the next constant with fields.
func (g *grammar) input() string { return g.fresh("i") }

func (g *grammar) backend(b *strings.Builder) {
	id := g.fresh("backend-")
	g.backends = append(g.backends, id)
	fmt.Fprintf(b, "const %s = { %s } as any;\n", g.input(), g.fields(false))
	label := g.maybe(30, "label", g.value([]string{"'L'"}))
	fmt.Fprintf(b, "worker.cardBackend('%s', { input: i%d, %s", id, g.count, label)
	fmt.Fprintf(b, "handler: (ctx: any) => { fits(ctx.input, i%d); return { ok: 1 }; } });\n", g.count)
}

func (g *grammar) trigger(b *strings.Builder) {
	fmt.Fprintf(b, "worker.trigger('%s', { eventType: %s, %shandler: () => {} });\n",
		g.fresh("trigger-"), g.value([]string{
			"'contact.creation'", "'contact.propertyChange.email'", "'company.deletion'", "'deal.propertyChange.amount'",
		}, "'object.propertyChange.name'", "'contact.propertyChange.'", "'p123.creation'", "'contact.merge'"),
		g.maybe(20, "dedup", g.value([]string{"'strict'", "'best-effort'"})))
}

func (g *grammar) schedule() string {
	return g.value([]string{"'15m'", "'1d'", "'manual'", "'0 3 * * 1'", "'*/5 * * * *'"},
		"'0 0 31 2 *'", "'0 0 30 feb *'", "'90m'", "'event'", "'* * * * 8'")
}

func (g *grammar) sync(b *strings.Builder) {
	fmt.Fprintf(b, "worker.sync('%s', { schedule: %s, %shandler: async () => ok() });\n",
		g.fresh("sync-"), g.schedule(), g.maybe(30, "label", g.value([]string{"'L'"})))
}

// auths are the forms of a pull source's auth.
var auths = []string{"{ type: 'bearer', token: 'FEED_TOKEN' }", "{ type: 'basic', username: 'FEED_USER', password: 'FEED_PASS' }"}

func (g *grammar) pull(b *strings.Builder) {
	name := g.fresh("feed")
	fmt.Fprintf(b, "const %[1]s = defineSource({ name: '%[1]s', %[2]sfetch: async () => ({ rows: "+
		"[{ key: 'a@example.com', data: { email: 'a@example.com', first: 'A' } }] }) });\n",
		name, g.maybe(50, "auth", g.value(auths,
			"{ type: 'bearer' }", "{ type: 'basic' }", "{ type: 'basic', username: 'FEED_USER' }", "{ type: 'oauth2' }")))
	g.syncOf(b, name, g.schedule())
}

func (g *grammar) push(b *strings.Builder) {
	name := g.fresh("posts")
	fmt.Fprintf(b, "const %[1]s = defineSource.push({ name: '%[1]s', auth: %[2]s, receive: () => ({ rows: "+
		"[{ key: 'b@example.com', data: { email: 'b@example.com', first: 'B' } }] }) });\n",
		name, g.value([]string{"{ type: 'hmac', secret: 'POST_KEY' }"}, "{ type: 'hmac' }"))
	g.syncOf(b, name, "'event'")
}

func (g *grammar) syncOf(b *strings.Builder, source, schedule string) {
	fmt.Fprintf(b, "worker.sync(%s, { schedule: %s, into: %s, idProperty: 'email', schema: { first: %s, email: 'email' } });\n",
		source, schedule, g.value([]string{"'contacts'", "'contact'"}), g.value([]string{"'firstname'"}))
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
