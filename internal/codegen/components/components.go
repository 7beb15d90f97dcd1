// Package components is the table of the components of a CRM platform's project, one file per type.
//
// Each entry reads the manifest and emits components with their metadata; codegen assembles the project. Like codegen,
// the package is pure. Start at All. To add a type, add a file and a line there (docs/adding.md).
package components

import "github.com/appsvc/svc/internal/codegen"

// All is the table, in the order in which components are made. The app is last, because it needs the scopes of the
// others.
var All = []codegen.Component{
	{Type: "card", Folder: "cards", Generate: cards},
	{Type: "workflow-action", Folder: "workflow-actions", Generate: workflowActions},
	{Type: "app-object", Folder: "app-objects", Generate: appObjects},
	{Type: "app-object-association", Folder: "app-object-associations", Generate: associations},
	{Type: "app-event", Folder: "app-events", Generate: appEvents},
	{Type: "webhooks", Folder: "webhooks", Generate: webhooks},
	{Type: "mcp-server", Folder: "mcp-server", Generate: mcpServers},
	{Type: "app", Folder: "", Generate: app},
}
