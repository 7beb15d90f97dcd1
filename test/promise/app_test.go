package promise

import (
	"fmt"
	"strings"
)

var appNames = []string{"'Small app'", "'Ledger'", "'Söhne'", "'日本語アプリ'", "'😀'"}

// identity writes what the app is installed as.
func (g *grammar) identity(b *strings.Builder) {
	distribution, auth := g.pick("private", "marketplace"), g.pick("static", "oauth")
	versions := []string{"'2025.2'", "'2026.03'", "'2026.09'"}
	if len(g.objects)+len(g.events) > 0 && g.chance(80) {
		distribution, auth = "marketplace", "oauth"
	}
	if distribution == "marketplace" && g.chance(90) {
		auth = "oauth"
	}
	if len(g.servers) > 0 && g.chance(90) {
		auth, versions = "oauth", []string{"'2026.09-beta'", "'2026.09'"}
	}
	scopes := "'crm.objects.contacts.read', 'crm.objects.contacts.write', 'crm.objects.custom.read', 'timeline'"
	if auth == "oauth" {
		scopes = "'oauth', 'crm.objects.custom.write', " + scopes
		b.WriteString(g.maybe(20, "optionalScopes", g.value([]string{"['tickets']", "[]"})))
	}
	fmt.Fprintf(b, "distribution: '%s', auth: '%s', platformVersion: %s, scopes: [%s], ",
		distribution, auth, g.value(versions, "'2027.03'", "'2024.1'"), scopes)
	b.WriteString(g.maybe(20, "slug", g.value([]string{"'small'", "'ledger-bridge'"})))
	b.WriteString(g.maybe(10, "crmProject", g.value([]string{"'Small Project'", "'日本'"})))
	b.WriteString(g.maybe(10, "uid", g.value([]string{"'small_app'"})))
}

func (g *grammar) alerts() string {
	return fmt.Sprintf("{ %srules: [{ name: %s, expr: %s, window: %s, notify: %s }] }",
		g.maybe(30, "notify", g.value([]string{"'secret:HOOK'"}, "'secret:'", "'secret:a b'", "'secret:SVC_PROJECT_ID'")),
		g.value([]string{"'A'", "'Zu viele Fehler 😀'"}),
		g.value([]string{"'error_rate > 0.5'", "'p95 > 100 and count > 3'"}), g.value([]string{"'5m'", "'1h'"}),
		g.value([]string{"'https://example.com/hook'", "['secret:HOOK']"}))
}

func (g *grammar) urls() string {
	return fmt.Sprintf("{ %s: [%s] }", g.pick("fetch", "iframe", "img"),
		g.value([]string{"'https://api.example.com'", "'https://example.com/a/b'"},
			"'https://bücher.example'", "'https://例え.jp'", "'https://localhost'", "'https://a.example?x=1'",
			"'http://a.example'"))
}

// association connects an app object of this app, or of none, to another type.
func (g *grammar) association() {
	from := "contact"
	if len(g.objectIDs) > 0 {
		from = g.objectIDs[0]
	}
	g.associations = append(g.associations, fmt.Sprintf(
		"appObjectAssociation('%s', { fromObjectType: '%s', toObjectType: %s, %s%s%s})", g.id("association-"), from,
		g.value([]string{"'company'", "'contact'", "'0-3'"}), g.maybe(30, "cardinality", g.value([]string{"'ONE_TO_MANY'"})),
		g.maybe(30, "label", g.value([]string{"'Gehört zu'"})), g.maybe(10, "uid", g.value([]string{"'OLD_LINK'"}))))
}

func (g *grammar) server() {
	id := g.id("server-")
	g.serverIDs = append(g.serverIDs, id)
	g.servers = append(g.servers, fmt.Sprintf(
		"mcpServer('%s', { name: %s, description: %s, mcpUrl: %s, mcpClientId: %s, %s%s%s})", id,
		g.value([]string{"'Agent'", "'エージェント'"}), g.value([]string{"'Finds rows'"}), g.serverURL(),
		g.value([]string{"'client'"}), g.maybe(20, "version", g.value([]string{"'2.0.0'"})),
		g.maybe(20, "requiredScopes", g.value([]string{"['timeline']", "[]"})),
		g.maybe(20, "enabled", g.value([]string{"false"}))))
}

func (g *grammar) serverURL() string {
	return g.value([]string{"'https://mcp.example.com'", "'https://mcp.example.com/a?b=c'"}, "'https://127.1'",
		"'https://[::1]/'", "'https://mcp.localhost'", "'http://mcp.example.com'", "'https://mcp'", "'https://日本.jp'")
}

// environments writes what differs by environment.
func (g *grammar) environments() string {
	var b strings.Builder
	for _, name := range []string{"production", g.environmentName(), "qa"}[g.IntN(2) : 1+g.IntN(3)] {
		if g.odd > 0 && g.chance(10) {
			g.odd--
			fmt.Fprintf(&b, "%s: %s, ", name, g.pick("undefined", "null", "[]", "{ mcpServers: undefined }",
				"{ alerts: undefined }"))
			continue
		}
		fmt.Fprintf(&b, "%s: { %s%s%s%s%s", name, g.maybe(40, "name", g.value(appNames)),
			g.maybe(20, "description", g.value([]string{"'Zum Testen'", "''"})), g.maybe(20, "alerts", g.alerts()),
			g.maybe(30, "permittedUrls", g.urls()),
			g.maybe(20, "install", "{ successUrl: "+g.value([]string{"'https://example.com/there'"})+" }"))
		if len(g.serverIDs) > 0 {
			b.WriteString(g.maybe(60, "mcpServers", fmt.Sprintf("{ '%s': { mcpUrl: %s, %s} }", g.serverIDs[0], g.serverURL(),
				g.maybe(30, "mcpClientId", g.value([]string{"'other'"})))))
		}
		b.WriteString("}, ")
	}
	return "{ " + b.String() + "}"
}

func (g *grammar) environmentName() string {
	if g.odd > 0 && g.chance(15) {
		g.odd--
		return g.pick("Staging", "'a b'", "''", "'prüfung'", "'a--b'", "'-a'", "dev", "__proto__", "['__proto__']",
			"'a23456789012345678901234'", "'a234567890123456789012345'", "1")
	}
	return g.pick("staging", "'qa-2'", "dev")
}

// catalog is a billing catalog whose default plan has the feature and the meter of capabilities.
func (g *grammar) catalog() string {
	return fmt.Sprintf(`{ plans: [{ id: 'free', name: %s, pricing: %s, features: ['extra'], limits: { calls: %s },
    default: true, %s}], features: [{ id: 'extra', name: %s }],
    meters: [{ id: 'calls', name: 'Calls', aggregation: %s, period: %s }], %s}`,
		g.value([]string{"'Gratis'", "'無料'"}), g.value([]string{
			"{ type: 'free' }", "{ type: 'flat', amountMinor: 100, currency: 'EUR', interval: 'month' }",
			"{ type: 'perUnit', meter: 'calls', amountMinor: 1, currency: 'USD' }",
		}), g.value([]string{"null", "1000"}), g.maybe(20, "trialDays", g.value([]string{"14"})),
		g.value([]string{"'Extra'"}), g.value([]string{"'sum'", "'max'", "'last'"}),
		g.value([]string{"'month'", "'billing_cycle'"}),
		g.maybe(30, "upgradeUrl", g.value([]string{"'https://example.com/upgrade'"})))
}

// billed writes the billing block of some capabilities.
func (g *grammar) billed() string {
	if !g.billing || !g.chance(40) {
		return ""
	}
	return fmt.Sprintf("billing: { %s%s%s}, ", g.maybe(60, "requires", g.value([]string{"'extra'", "['extra']", "[]"})),
		g.maybe(60, "meter", g.value([]string{"'calls'", "{ id: 'calls', quantity: 2 }", "{ id: 'calls' }"})),
		g.maybe(30, "onLimit", g.value([]string{"'block'", "'warn'", "'allow'"})))
}
