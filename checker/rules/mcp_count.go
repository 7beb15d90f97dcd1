// The rule mcp-count: an app has one MCP server.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var mcpCount = &checker.Rule{
	ID:       "mcp-count",
	Severity: diag.Error,
	Title:    "an app has at most one MCP server",
	Why:      "the MCP server component is singular: a platform project holds one; the profile hubspot refuses more, under the profile crm only the first takes effect",
	Hint:     "keep one MCP server, and let it offer the tools of both",
	Before:   `mcpServers: [invoices, payments],`,
	After:    `mcpServers: [ledger],`,
	Run:      runMcpCount,
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
		draft := p.Reportf(servers[i].At, "%s is one MCP server too many: an app has %d", describe(servers[i].Ref), most).
			Related(servers[0].At, "first listed here")
		if !p.Vendor.RefusesMore {
			draft.Warn()
		}
	}
}
