package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/manifest"
	"github.com/appsvc/svc/internal/platform"
)

var environmentOption = &checker.Rule{
	ID:       "environment-option",
	Severity: diag.Error,
	Title:    "declare each environment by name, with only the options that differ",
	Why: "the name is used in --env and in script names; an environment can set name, description, alerts, install, " +
		"permittedUrls, and mcpUrl and mcpClientId of MCP servers; all other options apply to every environment",
	Hint:   "write environments: { staging: { name: 'My app (staging)' } }",
	Before: `environments: { staging: { mcpUrl: 'https://mcp.staging.example.com' } },`,
	After:  `environments: { staging: { mcpServers: { agent: { mcpUrl: 'https://mcp.staging.example.com' } } } },`,
	Run:    runEnvironmentOption,
}

func runEnvironmentOption(p *checker.Pass) {
	all := appOption(p, "environments")
	if !all.IsObject() {
		return // absent, or option-type reports it
	}
	if count := len(all.Members); count > declared.MaxEnvironments {
		p.Reportf(all.At, "the app has %d environments; the limit is %d", count, declared.MaxEnvironments).
			Hintf("declare only environments whose options differ")
	}
	for _, member := range all.Members {
		checkEnvironment(p, member)
	}
}

func checkEnvironment(p *checker.Pass, environment declared.Member) {
	name, value := environment.Name, environment.Value
	if limit := platform.EnvironmentName; !manifest.IsSlug(name) || len(name) > limit.Value {
		p.Reportf(value.At, "invalid environment %s: expected lower-case letters, digits and single hyphens, at most %d %s",
			quoteText(name), limit.Value, limit.Unit)
	}
	if value.IsAbsent() {
		return
	}
	if !value.IsObject() {
		p.Reportf(value.At, "environments.%s must be an object, not %s", name, quote(value))
		return
	}
	owner := "environments." + name
	reportUnknown(p, owner, value, namesOf(environmentOptions))
	servers := value.Get("mcpServers")
	if !servers.IsAbsent() && !servers.IsObject() {
		p.Reportf(servers.At, "mcpServers of %s must be an object with server ids as its keys, not %s", owner, quote(servers))
	}
	for _, server := range servers.Members {
		checkEnvironmentServer(p, owner, server)
	}
}

// checkEnvironmentServer checks what an environment changes of an MCP server. The values are checked with the server.
func checkEnvironmentServer(p *checker.Pass, owner string, server declared.Member) {
	var ids []string
	for _, d := range ofKind(p, declared.McpServer) {
		ids = append(ids, d.ID)
		if d.ID == server.Name {
			owner += ".mcpServers." + server.Name
			if !server.Value.IsAbsent() && !server.Value.IsObject() {
				p.Reportf(server.Value.At, "%s must be an object, not %s", owner, quote(server.Value))
			}
			reportUnknown(p, owner, server.Value, namesOf(environmentServerOptions))
			return
		}
	}
	id := quoteText(server.Name)
	p.Reportf(server.Value.At, "%s names the MCP server %s, which the app does not declare", owner, id).
		Suggest(server.Name, ids)
}
