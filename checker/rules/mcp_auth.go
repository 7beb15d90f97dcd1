// The rule mcp-auth: an app with an MCP server uses OAuth.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/diag"
)

var mcpAuth = &checker.Rule{
	ID:       "mcp-auth",
	Severity: diag.Error,
	Title:    "an app with an MCP server has auth: 'oauth'",
	Why:      "the MCP server component is beta: codegen requires auth: 'oauth'",
	Hint:     "write auth: 'oauth' in defineApp",
	Before:   `defineApp({ auth: 'static', mcpServers: [agent], ... })`,
	After:    `defineApp({ auth: 'oauth', mcpServers: [agent], ... })`,
	Run:      runMcpAuth,
}

func runMcpAuth(p *checker.Pass) {
	auth := appOption(p, "auth")
	if auth.Text != "static" {
		return // OAuth; or missing-option and app-auth speak of it
	}
	for _, d := range mcpServersOf(p) {
		p.Reportf(d.At, "%s needs auth \"oauth\", but the app has \"static\"", describe(d)).
			Related(auth.At, "auth is declared here")
	}
}
