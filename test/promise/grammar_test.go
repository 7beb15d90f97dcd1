package promise

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// grammar writes one random app. The same seed gives the same bytes.
type grammar struct {
	*rand.Rand
	// odd is how many unexpected values may still be written. With too many, no app would pass.
	odd   int
	files map[string]string
	// cards and objects are expressions of the config, events the names of exported events.
	cards, objects, events []string
	// backends are the ids of card backends.
	backends []string
	count    int
}

func newGrammar(seed uint64) *grammar {
	return &grammar{Rand: rand.New(rand.NewPCG(seed, 0)), odd: 1, files: map[string]string{}}
}

func (g *grammar) chance(percent int) bool { return g.IntN(100) < percent }

func (g *grammar) pick(from ...string) string { return from[g.IntN(len(from))] }

// value returns one of the usual values, or once per app an odd one.
func (g *grammar) value(usual []string, odd ...string) string {
	if g.odd > 0 && g.chance(4) {
		g.odd--
		return g.pick(append(odd, oddities...)...)
	}
	return g.pick(usual...)
}

// oddities are values of every type, also those that JSON cannot represent.
var oddities = []string{
	"''", "' '", "'x'", "'5'", "'true'", "5", "-1", "0.5", "NaN", "Infinity", "1e400", "true", "false", "null",
	"undefined", "10n", "Symbol('s')", "() => 1", "[]", "[1]", "['a']", "{}", "{ a: 1 }", "new Date(0)", "new Date(NaN)",
	"new Map([[1, 2]])", "cyclic", "{ a: () => 1 }", "{ a: Symbol('s') }", "[10n]", "'日本語'", "'a'.repeat(3000)",
	"{ toJSON: () => 1 }", "{ a: undefined }", "[undefined]", "/x/", "'0x10'", "'1e999'", "'2026-02-30'", "'2026-13-01'",
	"'{\"a\":'", "'{\"a\":1}'", "'a;b'", "Object.create(null)", "new (class Row { a = 1 })()", "'__proto__'", "'\\ud800'",
}

// maybe returns one member in some of the apps.
func (g *grammar) maybe(percent int, name, value string) string {
	if !g.chance(percent) {
		return ""
	}
	return name + ": " + value + ", "
}

func (g *grammar) fresh(prefix string) string {
	g.count++
	return fmt.Sprintf("%s%d", prefix, g.count)
}

// app writes all files.
func (g *grammar) app() map[string]string {
	for range 1 + g.IntN(2) {
		g.worker()
	}
	for _, backend := range g.backends {
		if g.chance(50) {
			g.card(backend)
		}
	}
	for range g.IntN(2) {
		g.object()
	}
	g.config()
	return g.files
}

const cyclic = "const cyclic: any = { a: [] }; cyclic.a.push(cyclic);\n"

func (g *grammar) config() {
	var b strings.Builder
	b.WriteString("import { appObject, card, defineApp } from '@svc/sdk';\n" + cyclic)
	for _, event := range g.events {
		fmt.Fprintf(&b, "import { %[1]s } from './src/events/%[1]s';\n", event)
	}
	fmt.Fprintf(&b, "export default defineApp({ name: %s, ", g.value([]string{"'Small app'", "'Ledger'", "'Söhne'"}))
	auth := g.pick("static", "oauth")
	scopes := "'crm.objects.contacts.read', 'crm.objects.contacts.write', 'crm.objects.custom.read'"
	if auth == "oauth" {
		scopes = "'oauth', " + scopes
	}
	fmt.Fprintf(&b, "distribution: 'private', auth: '%s', platformVersion: %s, ",
		auth, g.value([]string{"'2025.2'", "'2026.03'"}))
	fmt.Fprintf(&b, "scopes: [%s, 'timeline'], ", scopes)
	b.WriteString(g.maybe(30, "description", g.value([]string{"'What it does.'"})))
	b.WriteString(g.maybe(20, "appEvents", "{ batching: "+g.value([]string{"false", "{ maxSize: 10 }", "{}"})+" }"))
	b.WriteString(g.maybe(20, "redaction", "{ fields: "+g.value([]string{"['iban']", "[]"})+" }"))
	b.WriteString(g.maybe(20, "alerts", fmt.Sprintf(
		"{ rules: [{ name: 'A', expr: %s, window: %s, notify: 'https://example.com/hook' }] }",
		g.value([]string{"'error_rate > 0.5'", "'p95 > 100 and count > 3'"}), g.value([]string{"'5m'", "'1h'"}),
	)))
	b.WriteString(g.maybe(20, "rateLimits", "{ retry: { max: "+g.value([]string{"3", "1"})+" } }"))
	b.WriteString(g.maybe(20, "permittedUrls", "{ fetch: ["+g.value([]string{"'https://api.example.com'"})+"] }"))
	b.WriteString(g.maybe(20, "install", "{ successUrl: "+g.value([]string{"'https://example.com/done'"})+" }"))
	fmt.Fprintf(&b, "cards: [%s], objects: [%s], events: [%s] });\n",
		strings.Join(g.cards, ", "), strings.Join(g.objects, ", "), strings.Join(g.events, ", "))
	g.files["svc.config.ts"] = b.String()
}

func (g *grammar) object() {
	id := g.fresh("object")
	g.objects = append(g.objects, fmt.Sprintf(
		`appObject('%s', { name: '%s', label: 'Row', singularForm: 'Row', pluralForm: 'Rows',
  primaryDisplayLabelPropertyName: 'title', properties: { title: { type: 'string', label: 'Title' }, %s } })`,
		id, strings.ToUpper(id), g.fields(true)))
}

// cardImports are what the file of a card imports, and how it uses it.
var cardImports = [][2]string{
	{"", "'text'"},
	{"import { row } from './parts/row';", "row"},
	{"import data from './parts/data.json';", "data.a"},
	{"import { logger } from '@svc/sdk/ui';", "String(logger.info('x'))"},
}

// oddCardImports do not work in a card.
var oddCardImports = [][2]string{
	{"import fs from 'node:fs';", "fs.constants"},
	{"import path from 'path';", "path.sep"},
	{"import x from 'https://example.com/x.js';", "x"},
	{"import x from 'left-pad';", "x('a')"},
	{"import { ok } from '@svc/sdk';", "String(ok())"},
	{"import x from './parts/absent';", "x"},
	{"import './parts/style.css';", "'text'"},
	{"import x from './parts/picture.png';", "x"},
	{"const x = await import('./parts/row');", "x.row"},
	{"const x = require('node:fs');", "x.constants"},
	{"import x from '#inner';", "x"},
	{"import x from '/etc/hosts';", "x"},
	{"import x from 'data:text/javascript,export default 1';", "x"},
	{"export { x } from 'left-pad';", "'text'"},
	{"import worker from '../workers/w1';", "worker.name"},
	{"import x from '@crm/ui-extensions/deep/inside';", "x"},
	{"import x from '@svc/sdk/ui/unknown';", "x"},
	{"import x from 'virtual:thing';", "x"},
}

func (g *grammar) card(backend string) {
	id := g.fresh("card")
	used := cardImports[g.IntN(len(cardImports))]
	if g.odd > 0 && g.chance(30) {
		g.odd--
		used = oddCardImports[g.IntN(len(oddCardImports))]
	}
	g.files["src/cards/"+id+".tsx"] = fmt.Sprintf(
		"import { Text } from '@crm/ui-extensions';\n%s\nexport default () => <Text>{%s}</Text>;\n", used[0], used[1])
	g.files["src/cards/parts/row.ts"] = "export const row = 'a row';\n"
	g.files["src/cards/parts/data.json"] = `{ "a": "text" }`
	g.files["src/cards/parts/style.css"] = "a { color: red }"
	g.files["src/cards/parts/picture.png"] = "\x89PNG"
	g.cards = append(g.cards, fmt.Sprintf(
		"card({ id: '%[1]s', name: %[2]s, location: %[3]s, objectTypes: ['contacts'], "+
			"entrypoint: 'src/cards/%[1]s.tsx', backend: '%[4]s' })",
		id, g.value([]string{"'Rows'"}), g.value([]string{"'crm.record.tab'", "'crm.preview'"}), backend))
}
