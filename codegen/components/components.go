// Package components is the table of what a CRM platform's project is made of, one file a component.
//
// Each entry reads the manifest and emits components with their metadata; codegen puts the project together.
// It is pure, as codegen is. Start at All; a new component is a file and a line there (docs/adding.md).
package components

import "github.com/appsvc/svc/codegen"

// All is the table, in the order in which components are made. The app comes last: it requires the scopes that
// the others need.
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
