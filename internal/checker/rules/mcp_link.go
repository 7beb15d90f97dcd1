package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/publicurl"
)

var mcpLink = &checker.Rule{
	ID:       "mcp-link",
	Severity: diag.Warning,
	Title:    "set logoUrl, websiteUrl and privacyPolicyUrl to https URLs",
	Why:      "the platform shows the logo and the links to people who connect the server",
	Hint:     "write the full URL, including https://",
	Before:   `mcpServer('agent', { logoUrl: '/logo.png', ... })`,
	After:    `mcpServer('agent', { logoUrl: 'https://example.com/logo.png', ... })`,
	Run:      runMcpLink,
}

func runMcpLink(p *checker.Pass) {
	for _, d := range ofKind(p, declared.McpServer) {
		for _, option := range []string{"logoUrl", "websiteUrl", "privacyPolicyUrl"} {
			url := d.Options.Get(option)
			if !hasText(url) {
				continue // unset, or option-type reports it
			}
			if _, err := publicurl.Parse(url.Text); err != nil {
				p.Reportf(url.At, "invalid %s of %s: %v", option, describe(d), err)
			}
		}
	}
}
