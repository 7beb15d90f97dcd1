// The rule mcp-url: an MCP server is at a public https URL.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/publicurl"
)

var mcpURL = &checker.Rule{
	ID:       "mcp-url",
	Severity: diag.Error,
	Title:    "mcpUrl is a public https URL",
	Why:      "agents of the platform call the server from outside: localhost, loopback, link-local and private addresses are rejected, in whatever way they are spelled",
	Hint:     "write the https URL under which the server is reached from the internet",
	Before:   `mcpServer('agent', { mcpUrl: 'https://localhost:8080/mcp', ... })`,
	After:    `mcpServer('agent', { mcpUrl: 'https://mcp.example.com', ... })`,
	Run:      runMcpURL,
}

func runMcpURL(p *checker.Pass) {
	for _, d := range mcpServersOf(p) {
		url := d.Options.Get("mcpUrl")
		if !url.IsString() || isBlank(url.Text) {
			continue // missing-option and option-type speak of these
		}
		if err := publicurl.Judge(url.Text); err != nil {
			p.Reportf(url.At, "mcpUrl of %s is no public https URL: %v", describe(d), err)
		}
	}
}
