package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
)

var mcpPlatformVersion = &checker.Rule{
	ID:       "mcp-platform-version",
	Severity: diag.Error,
	Title:    "use platformVersion 2026.09-beta or newer with an MCP server",
	Why:      "the MCP server component is in beta, and codegen requires platformVersion '2026.09-beta' or newer for it",
	Hint:     "write platformVersion: '2026.09' in defineApp",
	Before:   `defineApp({ platformVersion: '2026.03', mcpServers: [agent], ... })`,
	After:    `defineApp({ platformVersion: '2026.09', mcpServers: [agent], ... })`,
	Run:      runMcpPlatformVersion,
	Since:    "2026.09-beta",
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
