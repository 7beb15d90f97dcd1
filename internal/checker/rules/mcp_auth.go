package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var mcpAuth = &checker.Rule{
	ID:       "mcp-auth",
	Severity: diag.Error,
	Title:    "use auth: 'oauth' in an app with an MCP server",
	Why:      "the MCP server component is in beta, and codegen requires auth: 'oauth' for it",
	Hint:     "write auth: 'oauth' in defineApp",
	Before:   `defineApp({ auth: 'static', mcpServers: [agent], ... })`,
	After:    `defineApp({ auth: 'oauth', mcpServers: [agent], ... })`,
	Run:      runMcpAuth,
}

func runMcpAuth(p *checker.Pass) {
	auth := appOption(p, "auth")
	if auth.Text != "static" {
		return // OAuth, or missing-option and app-auth report it
	}
	for _, d := range ofKind(p, declared.McpServer) {
		p.Reportf(d.At, "%s needs auth \"oauth\", but the app has \"static\"", describe(d)).
			Related(auth.At, "auth is declared here")
	}
}
