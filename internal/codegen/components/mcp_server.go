package components

import (
	"github.com/appsvc/svc/internal/codegen"
	"github.com/appsvc/svc/internal/manifest"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/publicurl"
)

// McpServerConfig is the configuration of an MCP server.
type McpServerConfig struct {
	Name             string   `json:"name"`
	Description      string   `json:"description"`
	McpURL           string   `json:"mcpUrl"`
	McpClientID      string   `json:"mcpClientId"`
	Version          string   `json:"version"`
	RequiredScopes   []string `json:"requiredScopes"`
	LogoURL          string   `json:"logoUrl,omitempty"`
	WebsiteURL       string   `json:"websiteUrl,omitempty"`
	PrivacyPolicyURL string   `json:"privacyPolicyUrl,omitempty"`
	Enabled          bool     `json:"enabled"`
}

func mcpServers(p *codegen.Pass) {
	for i := range p.Project.App.McpServers {
		server := &p.Project.App.McpServers[i]
		subject := codegen.Subject{Kind: "mcpServer", ID: server.ID}
		countServers(p, i, subject)
		checkServer(p, server, subject)
		if len(server.RequiredScopes) > 0 {
			need(p, "mcp-scopes", subject, "an MCP server", server.RequiredScopes...)
		}
		p.Emit(codegen.Part{UID: server.UID, File: p.Stem(server.ID), Subject: subject, Config: McpServerConfig{
			Name: server.Name, Description: server.Description, McpURL: server.McpURL, McpClientID: server.McpClientID,
			Version: server.Version, RequiredScopes: server.RequiredScopes,
			LogoURL: server.LogoURL, WebsiteURL: server.WebsiteURL, PrivacyPolicyURL: server.PrivacyPolicyURL,
			Enabled: server.Enabled,
		}})
	}
}

func countServers(p *codegen.Pass, index int, subject codegen.Subject) {
	if limit := p.Profile.McpServersPerApp; limit <= 0 || index < limit {
		return
	}
	report := p.Warn
	if p.Profile.EnforcesMcpServersPerApp {
		report = p.Refuse
	}
	report("mcp-count", subject, "the MCP server %q is above the limit of MCP servers per app (%d)",
		subject.ID, p.Profile.McpServersPerApp)
}

// checkServer reports violations of the contract (spec, Agent MCP server component).
func checkServer(p *codegen.Pass, server *manifest.McpServer, subject codegen.Subject) {
	if auth := p.Project.App.Auth; auth != "oauth" {
		p.Refuse("mcp-auth", subject, "the MCP server %q needs auth \"oauth\", but the app has %q", server.ID, auth)
	}
	if !p.Version.Has(platform.McpServer) {
		p.Refuse("mcp-platform-version", subject, "the MCP server %q needs platformVersion %s or newer, but the app has %s",
			server.ID, platform.McpServer.Needs(), p.Version)
	}
	for _, required := range []struct{ member, text string }{
		{"name", server.Name}, {"description", server.Description},
		{"mcpUrl", server.McpURL}, {"mcpClientId", server.McpClientID},
	} {
		if required.text == "" {
			subject.Member = required.member
			p.Refuse("missing-option", subject, "the MCP server %q has no %s", server.ID, required.member)
		}
	}
	if err := publicurl.Judge(server.McpURL); server.McpURL != "" && err != nil {
		subject.Member = "mcpUrl"
		p.Refuse("mcp-url", subject, "mcpUrl of the MCP server %q is not a public https URL: %v", server.ID, err)
	}
}
