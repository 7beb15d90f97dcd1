package promise

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
)

// grammar writes one random app. The same seed gives the same bytes.
type grammar struct {
	*rand.Rand
	// odd is how many unexpected values may still be written. With too many, no app would pass.
	odd   int
	files map[string]string
	// vendor is what depends on the vendor profile.
	vendor vendor
	// cards, objects, associations and servers are expressions of the config, events the names of exported events.
	cards, objects, associations, servers, events []string
	// objectIDs are the ids of app objects, serverIDs those of MCP servers, backends those of card backends.
	objectIDs, serverIDs, backends []string
	// billing reports whether the app has a catalog.
	billing bool
	count   int
}

// vendor is what depends on the vendor profile.
type vendor struct{ profile, uiPackage string }

var vendors = []vendor{{"crm", "@crm/ui-extensions"}, {"hubspot", "@hubspot/ui-extensions"}}

func newGrammar(seed uint64) *grammar {
	g := &grammar{Rand: rand.New(rand.NewPCG(seed, 0)), odd: 1, files: map[string]string{}}
	g.vendor = vendors[g.IntN(len(vendors))]
	g.billing = g.chance(30)
	return g
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

// id returns a new id, sometimes with characters that only some kinds of ids accept.
func (g *grammar) id(prefix string) string {
	id := g.fresh(prefix)
	if g.odd > 0 && g.chance(4) {
		g.odd--
		return g.pick("büro-", "日本-", "a.b-", "A_b-", "a b-", "-", "__proto__", "constructor", "a/b-", "😀-") + id
	}
	return id
}

// app writes all files.
func (g *grammar) app() map[string]string {
	maps.Copy(g.files, shared)
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
	for range g.IntN(2) {
		g.association()
	}
	if g.chance(20) {
		g.server()
	}
	g.config()
	g.files["svc.platform.json"] = fmt.Sprintf(`{ "profile": %q }`, g.vendor.profile)
	g.files["package.json"] = g.packages()
	g.files[".dev.vars"] = "FEED_TOKEN=t\nFEED_USER=u\nFEED_PASS=p\nPOST_KEY=k\nHOOK=https://example.com/hook\n"
	return g.files
}

const cyclic = "const cyclic: any = { a: [] }; cyclic.a.push(cyclic);\n"

func (g *grammar) config() {
	var b strings.Builder
	b.WriteString("import { appObject, appObjectAssociation, card, defineApp, mcpServer } from '@svc/sdk';\n" + cyclic)
	for _, event := range g.events {
		fmt.Fprintf(&b, "import { %[1]s } from './src/events/%[1]s';\n", event)
	}
	fmt.Fprintf(&b, "export default defineApp({ name: %s, ", g.value(appNames))
	g.identity(&b)
	b.WriteString(g.maybe(30, "description", g.value([]string{"'What it does.'", "'Grüße 😀'"})))
	b.WriteString(g.maybe(20, "appEvents", "{ batching: "+g.value([]string{"false", "{ maxSize: 10 }", "{}"})+" }"))
	b.WriteString(g.maybe(20, "redaction", "{ fields: "+g.value([]string{"['iban']", "[]"})+" }"))
	b.WriteString(g.maybe(20, "alerts", g.alerts()))
	b.WriteString(g.maybe(20, "rateLimits", "{ retry: { max: "+g.value([]string{"3", "1"})+" } }"))
	b.WriteString(g.maybe(20, "permittedUrls", g.urls()))
	b.WriteString(g.maybe(20, "install", "{ successUrl: "+g.value([]string{"'https://example.com/done'"})+" }"))
	b.WriteString(g.maybe(10, "webhooks", "{ maxConcurrentRequests: "+g.value([]string{"6", "20"})+" }"))
	b.WriteString(g.maybe(10, "support", "{ supportEmail: "+g.value([]string{"'help@example.com'"})+" }"))
	b.WriteString(g.maybe(10, "requireV3", g.value([]string{"true", "false"})))
	b.WriteString(g.maybe(10, "nodeCompat", g.value([]string{"true", "false"})))
	if g.billing {
		b.WriteString("billing: " + g.catalog() + ", ")
	}
	b.WriteString(g.maybe(40, "environments", g.environments()))
	fmt.Fprintf(&b, "cards: [%s], objects: [%s], objectAssociations: [%s], mcpServers: [%s], events: [%s] });\n",
		strings.Join(g.cards, ", "), strings.Join(g.objects, ", "), strings.Join(g.associations, ", "),
		strings.Join(g.servers, ", "), strings.Join(g.events, ", "))
	g.files["svc.config.ts"] = b.String()
}

func (g *grammar) object() {
	id := g.id("object")
	g.objectIDs = append(g.objectIDs, id)
	g.objects = append(g.objects, fmt.Sprintf(
		`appObject('%s', { name: '%s', label: %s, singularForm: 'Row', pluralForm: 'Rows',
  primaryDisplayLabelPropertyName: 'title', %sproperties: { title: { type: 'string', label: 'Title' }, %s } })`,
		id, g.fresh("OBJECT_"), g.value([]string{"'Row'", "'Zeile'", "'行'"}),
		g.maybe(10, "uid", g.value([]string{"'OLD_UID'"})), g.fields(true)))
}

// cardImports are what the file of a card imports, and how it uses it.
var cardImports = [][2]string{
	{"", "'text'"},
	{"import { row } from './parts/row';", "row"},
	{"import data from './parts/data.json';", "data.a"},
	{"import { logger } from '@svc/sdk/ui';", "String(logger.info('x'))"},
	{"import words from 'lodash';", "words.camelCase('a b')"},
	{"import { Rows } from './parts/Übersicht';", "<Rows />"},
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
	{"import x from '@hubspot/ui-extensions/deep/inside';", "x"},
	{"import x from 'lodash/fp.js';", "x"},
	{"import x from '@types/react';", "x"},
	{"import x from 'Left-Pad';", "x"},
	{"import x from '@svc/sdk/ui/unknown';", "x"},
	{"import x from 'virtual:thing';", "x"},
}

func (g *grammar) card(backend string) {
	id := g.id("card")
	used := cardImports[g.IntN(len(cardImports))]
	if g.odd > 0 && g.chance(30) {
		g.odd--
		used = oddCardImports[g.IntN(len(oddCardImports))]
	}
	file := "src/cards/" + g.fresh(g.pick("card", "Karte ", "カード")) + ".tsx"
	g.files[file] = fmt.Sprintf(
		"import { Text } from '%s';\n%s\nexport default () => <Text>{%s}</Text>;\n", g.vendor.uiPackage, used[0], used[1])
	g.files["src/cards/parts/row.ts"] = "export const row = 'a row';\n"
	g.files["src/cards/parts/Übersicht.tsx"] = "import words from 'lodash';\n" +
		"export const Rows = () => words.camelCase('ä');\n"
	g.files["src/cards/parts/data.json"] = `{ "a": "text" }`
	g.files["src/cards/parts/style.css"] = "a { color: red }"
	g.files["src/cards/parts/picture.png"] = "\x89PNG"
	g.cards = append(g.cards, fmt.Sprintf(
		"card({ id: '%s', name: %s, location: %s, objectTypes: [%s], entrypoint: '%s', %s%sbackend: '%s' })",
		id, g.value([]string{"'Rows'", "'Übersicht'"}), g.value([]string{"'crm.record.tab'", "'crm.preview'"}),
		g.value([]string{"'contacts'", "'company', 'deal'", "'0-1'"}), file,
		g.maybe(20, "flags", g.value([]string{"'server'"})),
		g.maybe(10, "uid", g.value([]string{"'old-card'"})), backend))
}

// ranges are versions of a package that the platform can install.
var ranges = []string{`"^4.17.0"`, `"4.17.21"`, `"*"`, `"latest"`, `">=4 <5"`, `"npm:lodash@^4"`}

// oddRanges are other values of package.json.
var oddRanges = []string{
	`"workspace:*"`, `"file:../lodash"`, `"link:../lodash"`, `"git+https://example.com/lodash.git"`, `""`, `" "`, `4`,
	`null`,
	`{}`, `"./lodash"`, `"catalog:"`, `"https://example.com/lodash.tgz"`, `"owner/lodash"`, `"日本"`, `"not a version"`,
}

func (g *grammar) packages() string {
	version := g.pick(ranges...)
	if g.odd > 0 && len(g.cards) > 0 && g.chance(40) {
		g.odd--
		version = g.pick(oddRanges...)
	}
	return fmt.Sprintf(`{ "name": "small-app", %q: { %q: "^1.0.0", "react": "^18.2.0", "lodash": %s } }`,
		g.pick("dependencies", "devDependencies"), g.vendor.uiPackage, version)
}
