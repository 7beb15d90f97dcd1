package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
)

// mcpServersOf returns the declared MCP servers.
func mcpServersOf(p *checker.Pass) []*declared.Declaration {
	var servers []*declared.Declaration
	for _, d := range p.Declarations {
		if d.Kind == declared.McpServer {
			servers = append(servers, d)
		}
	}
	return servers
}
