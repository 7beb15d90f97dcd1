package importer

import (
	"encoding/json"

	"github.com/appsvc/svc/internal/codegen/components"
)

func importServers(r *run) error {
	for _, c := range r.of("mcp-server") {
		config, err := take[components.McpServerConfig](r, c)
		if err != nil {
			return err
		}
		id := r.names.id("server", c.UID)
		o := object{}
		o.setUID(c.UID, id)
		o.set("name", config.Name)
		o.set("description", config.Description)
		o.set("mcpUrl", config.McpURL)
		o.set("mcpClientId", config.McpClientID)
		o.set("version", config.Version)
		o.set("requiredScopes", config.RequiredScopes)
		o.set("logoUrl", config.LogoURL)
		o.set("websiteUrl", config.WebsiteURL)
		o.set("privacyPolicyUrl", config.PrivacyPolicyURL)
		if enabled := c.doc.root.member("config").member("enabled"); enabled != nil && !config.Enabled {
			o.put("enabled", json.RawMessage("false"))
		}
		r.config.servers = append(r.config.servers, callOf{"mcpServer", []any{id, o}})
	}
	return nil
}
