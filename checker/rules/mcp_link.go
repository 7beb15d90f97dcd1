// The rule mcp-link: the links of an MCP server can be followed.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/publicurl"
)

var mcpLink = &checker.Rule{
	ID:       "mcp-link",
	Severity: diag.Warning,
	Title:    "logoUrl, websiteUrl and privacyPolicyUrl are https URLs",
	Why:      "the platform shows the logo and the links to whoever connects the server",
	Hint:     "write the whole URL, from https:// on",
	Before:   `mcpServer('agent', { logoUrl: '/logo.png', ... })`,
	After:    `mcpServer('agent', { logoUrl: 'https://example.com/logo.png', ... })`,
	Run:      runMcpLink,
}

func runMcpLink(p *checker.Pass) {
	for _, d := range mcpServersOf(p) {
		for _, option := range []string{"logoUrl", "websiteUrl", "privacyPolicyUrl"} {
			url := d.Options.Get(option)
			if !url.IsString() || isBlank(url.Text) {
				continue // left out, or option-type speaks of it
			}
			if _, err := publicurl.Parse(url.Text); err != nil {
				p.Reportf(url.At, "%s of %s cannot be followed: %v", option, describe(d), err)
			}
		}
	}
}
