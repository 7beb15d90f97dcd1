package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/publicurl"
)

var mcpURL = &checker.Rule{
	ID:       "mcp-url",
	Severity: diag.Error,
	Title:    "set mcpUrl to a public https URL",
	Why: "the platform's agents call the server over the internet; svc rejects localhost, loopback, link-local and " +
		"private addresses in every notation",
	Hint:   "write the https URL that reaches the server from the internet",
	Before: `mcpServer('agent', { mcpUrl: 'https://localhost:8080/mcp', ... })`,
	After:  `mcpServer('agent', { mcpUrl: 'https://mcp.example.com', ... })`,
	Run:    runMcpURL,
}

func runMcpURL(p *checker.Pass) {
	for _, d := range ofKind(p, declared.McpServer) {
		url := d.Options.Get("mcpUrl")
		if !hasText(url) {
			continue // missing-option and option-type report these
		}
		if err := publicurl.Judge(url.Text); err != nil {
			p.Reportf(url.At, "mcpUrl of %s is not a public https URL: %v", describe(d), err)
		}
	}
}

var mcpAuth = &checker.Rule{
	ID:       "mcp-auth",
	Severity: diag.Error,
	Title:    "use auth: 'oauth' in an app with an MCP server",
	Why:      "MCP servers are a beta feature of the platform; svc builds them only for apps with auth: 'oauth'",
	Hint:     "write auth: 'oauth' in defineApp",
	Before:   `defineApp({ auth: 'static', mcpServers: [agent], ... })`,
	After:    `defineApp({ auth: 'oauth', mcpServers: [agent], ... })`,
	Run:      runMcpAuth,
}

func runMcpAuth(p *checker.Pass) {
	auth, isStatic := staticAuth(p)
	if !isStatic {
		return // OAuth, or missing-option, app-auth and marketplace-auth report it
	}
	for _, d := range ofKind(p, declared.McpServer) {
		p.Reportf(d.At, "%s needs auth \"oauth\", but the app has \"static\"", describe(d)).
			Related(auth.At, "auth is declared here")
	}
}

var mcpPlatformVersion = &checker.Rule{
	ID:       "mcp-platform-version",
	Severity: diag.Error,
	Title:    "use platformVersion 2026.09-beta or newer with an MCP server",
	Why: "MCP servers are a beta feature of the platform; svc builds them only for platformVersion '2026.09-beta' " +
		"or newer",
	Hint:   "write platformVersion: '2026.09' in defineApp",
	Before: `defineApp({ platformVersion: '2026.03', mcpServers: [agent], ... })`,
	After:  `defineApp({ platformVersion: '2026.09', mcpServers: [agent], ... })`,
	Run:    runMcpPlatformVersion,
	Since:  "2026.09-beta",
}

func runMcpPlatformVersion(p *checker.Pass) {
	version, ok := appVersion(p)
	if !ok || version.Has(platform.McpServer) {
		return // new enough, or platform-version reports it
	}
	for _, d := range ofKind(p, declared.McpServer) {
		p.Reportf(d.At, "%s needs platformVersion %s or newer, but the app has %s",
			describe(d), platform.McpServer.Needs(), version).
			Related(appOption(p, "platformVersion").At, "platformVersion is declared here")
	}
}

var mcpCount = &checker.Rule{
	ID:       "mcp-count",
	Severity: diag.Error,
	Title:    "declare at most one MCP server",
	Why: "a CRM project has at most one MCP server; with the profile hubspot, the platform rejects more, and with " +
		"the profile crm, it uses only the first",
	Hint:   "keep one MCP server, and offer the tools of both on it",
	Before: `mcpServers: [invoices, payments],`,
	After:  `mcpServers: [ledger],`,
	Run:    runMcpCount,
}

func runMcpCount(p *checker.Pass) {
	var servers []*declared.Value
	for _, item := range appOption(p, "mcpServers").Items {
		if item.IsRef(declared.McpServer) {
			servers = append(servers, item)
		}
	}
	most := p.Vendor.McpServersPerApp
	for i := most; most > 0 && i < len(servers); i++ {
		draft := p.Reportf(servers[i].At, "%s exceeds the limit of %d per app", describe(servers[i].Ref), most).
			Related(servers[0].At, "first listed here")
		if !p.Vendor.RefusesMore {
			draft.Warn()
		}
	}
}

var mcpScopes = &checker.Rule{
	ID:       "mcp-scopes",
	Severity: diag.Warning,
	Title:    "request the scopes that an MCP server requires",
	Why:      "an install grants only the scopes that the app requests",
	Hint:     "add the scope to the app's scopes or optionalScopes",
	Before: `scopes: ['oauth'],
mcpServers: [mcpServer('agent', { requiredScopes: ['tickets'], ... })],`,
	After: `scopes: ['oauth', 'tickets'],
mcpServers: [mcpServer('agent', { requiredScopes: ['tickets'], ... })],`,
	Run: runMcpScopes,
}

func runMcpScopes(p *checker.Pass) {
	scopes, known := appOption(p, "scopes"), platform.KnownScopes()
	for _, d := range ofKind(p, declared.McpServer) {
		for _, item := range texts(d.Options.Get("requiredScopes")) {
			if !isScope(item.Text) || nearScopes(item.Text, known) != nil || !lacksScopes(p, item.Text) {
				continue // scope-syntax or unknown-scope reports it, or it is requested
			}
			p.Reportf(item.At, "%s requires the scope %s, which the app does not request", describe(d), quote(item)).
				Related(scopes.At, "scopes are declared here")
		}
	}
}

var mcpLink = &checker.Rule{
	ID:       "mcp-link",
	Severity: diag.Warning,
	Title:    "set logoUrl, websiteUrl and privacyPolicyUrl to https URLs",
	Why:      "the platform shows the logo and the links to people who connect the server",
	Hint:     "write the full URL, including https://",
	Before:   `mcpServer('agent', { logoUrl: '/logo.png', ... })`,
	After:    `mcpServer('agent', { logoUrl: 'https://example.com/logo.png', ... })`,
	Run:      runMcpLink,
}

func runMcpLink(p *checker.Pass) {
	for _, d := range ofKind(p, declared.McpServer) {
		for _, option := range []string{"logoUrl", "websiteUrl", "privacyPolicyUrl"} {
			reportUnlessURL(p, d.Options.Get(option), option+" of "+describe(d))
		}
	}
}
