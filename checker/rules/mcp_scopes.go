// The rule mcp-scopes: an MCP server needs no more than the app asks for.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/diag"
)

var mcpScopes = &checker.Rule{
	ID:       "mcp-scopes",
	Severity: diag.Warning,
	Title:    "the requiredScopes of an MCP server are among the app's scopes",
	Why:      "an install grants the scopes that the app requests: a component cannot get others",
	Hint:     "add the scope to scopes or optionalScopes of the app",
	Before: `scopes: ['oauth'],
mcpServers: [mcpServer('agent', { requiredScopes: ['tickets'], ... })],`,
	After: `scopes: ['oauth', 'tickets'],
mcpServers: [mcpServer('agent', { requiredScopes: ['tickets'], ... })],`,
	Run: runMcpScopes,
}

func runMcpScopes(p *checker.Pass) {
	scopes := appOption(p, "scopes")
	if !scopes.IsArray() {
		return // missing-option and option-type speak of it
	}
	for _, d := range mcpServersOf(p) {
		for _, item := range texts(d.Options.Get("requiredScopes")) {
			if !isScope(item.Text) || holdsText(scopes, item.Text) || holdsText(appOption(p, "optionalScopes"), item.Text) {
				continue // scope-syntax speaks of it, or it is requested
			}
			p.Reportf(item.At, "%s requires the scope %s, which the app does not request", describe(d), quote(item)).
				Related(scopes.At, "scopes are declared here")
		}
	}
}
