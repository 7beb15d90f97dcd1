package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

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
	scopes := appOption(p, "scopes")
	if !scopes.IsArray() {
		return // missing-option and option-type report it
	}
	for _, d := range ofKind(p, declared.McpServer) {
		for _, item := range texts(d.Options.Get("requiredScopes")) {
			if !isScope(item.Text) || holdsText(scopes, item.Text) || holdsText(appOption(p, "optionalScopes"), item.Text) {
				continue // scope-syntax reports it, or it is requested
			}
			p.Reportf(item.At, "%s requires the scope %s, which the app does not request", describe(d), quote(item)).
				Related(scopes.At, "scopes are declared here")
		}
	}
}
