package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/publicurl"
)

var mcpURL = &checker.Rule{
	ID:       "mcp-url",
	Severity: diag.Error,
	Title:    "set mcpUrl to a public https URL",
	Why: "the platform's agents call the server over the internet; localhost, loopback, link-local and private " +
		"addresses are rejected in every spelling",
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
