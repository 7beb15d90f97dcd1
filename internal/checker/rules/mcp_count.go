package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var mcpCount = &checker.Rule{
	ID:       "mcp-count",
	Severity: diag.Error,
	Title:    "declare at most one MCP server",
	Why: "a platform project has one MCP server component; the profile hubspot rejects more, and the profile crm uses " +
		"only the first",
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
		draft := p.Reportf(servers[i].At, "%s is above the limit of MCP servers per app (%d)",
			describe(servers[i].Ref), most).
			Related(servers[0].At, "first listed here")
		if !p.Vendor.RefusesMore {
			draft.Warn()
		}
	}
}
