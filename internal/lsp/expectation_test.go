package lsp

import (
	"slices"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/declared"
)

func TestStringsAreExpectedWhereTheyStand(t *testing.T) {
	index := &Index{ObjectTypes: []string{"p1_machines"}, Symbols: []Symbol{
		{Kind: declared.Tool, ID: "a-tool"}, {Kind: declared.CardBackend, ID: "a-card"}, {Kind: declared.Sync, ID: "a-sync"},
		{Kind: declared.AppObject, ID: "machine"}, {Kind: declared.AppEvent, ID: "paid"},
	}}
	for source, want := range map[string]string{ // the words that are offered, and with - one that is not
		"ctx.later('|')":                                     "a-tool a-card -a-sync",
		"ctx.later('a', {}, { id: '|' })":                    "-a-tool",
		"handOff(ctx, { capability: '|' })":                  "a-tool -a-sync",
		"card({ backend: '|' })":                             "a-card -a-tool",
		"card({ location: '|' })":                            "crm.record.tab helpdesk.sidebar",
		"worker.tool('x', { objectType: '|' })":              "contact machine p1_machines -a-tool -contacts",
		"worker.action('x', { objectTypes: ['a', '|'] })":    "contact machine",
		"worker.trigger('x', { eventType: '|' })":            "contact.creation contact.propertyChange. -contact",
		"worker.sync(source, { manageSchema: '|' })":         "properties full",
		"defineSource({ auth: { type: '|' } })":              "bearer hmac",
		"defineSource.push({ auth: { type: '|' } })":         "bearer hmac",
		"ctx.crm.objects.update('|', id)":                    "contacts companies p1_machines -contact",
		"ctx.crm.objects.update('a', '|')":                   "-contacts",
		"ctx.appObjects.get('|', id)":                        "machine -contact",
		"ctx.appEvents.send('|', {})":                        "paid -machine",
		"usesScopes(['|'], run)":                             "crm.objects.contacts.read",
		"defineApp({ optionalScopes: ['|'] })":               "crm.objects.contacts.read",
		"mcpServer('x', { requiredScopes: ['|'] })":          "crm.objects.contacts.read",
		"appObject('x', { properties: { a: { type: '|' }}})": "string enumeration",
		"console.log('|')":                                   "-contact -a-tool",
		"const a = '|'":                                      "-contact -a-tool",
	} {
		c, ok := cursorAt(strings.Replace(source, "|", "", 1), strings.Index(source, "|"))
		if !ok {
			t.Errorf("%s: no string", source)
			continue
		}
		var labels []string
		for _, item := range index.choices(c.expects()) {
			labels = append(labels, item.Label)
		}
		for _, word := range strings.Fields(want) {
			name, isUnwanted := strings.CutPrefix(word, "-")
			if slices.Contains(labels, name) == isUnwanted {
				t.Errorf("%s: %s in %q is %t", source, name, labels, !isUnwanted)
			}
		}
	}
}
