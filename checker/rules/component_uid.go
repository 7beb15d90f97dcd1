// This file lists the components of the CRM project that a project makes, with their uids.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
)

// component is a part of the CRM project that a declaration makes.
type component struct {
	uid string
	// prefix is what the uid begins with that the user did not write: "card-".
	prefix string
	// by is the declaration, at the place where its uid was written.
	by *declared.Declaration
	at declared.Mark
}

// ownUIDs are the uids of the components that every project has.
var ownUIDs = map[string]string{"app": "the app", "webhooks": "the triggers' webhooks"}

// agentPrefix begins the uid of the second component of a tool with an agent block.
const agentPrefix = "agent-"

// components are those of cards, tools, MCP servers, app objects, associations and events that have an id.
func components(p *checker.Pass) []component {
	var all []component
	for _, d := range p.Declarations {
		if d.ID == "" {
			continue // declaration-id and missing-option speak of it
		}
		switch {
		case d.Kind == declared.Card:
			all = append(all, component{"card-" + d.ID, "card-", d, d.IDMark()})
		case d.Kind == declared.Tool && d.Worker != nil:
			all = append(all, component{"action-" + d.ID, "action-", d, d.IDMark()})
			if d.Options.Has("agent") {
				all = append(all, component{agentPrefix + d.ID, agentPrefix, d, d.IDMark()})
			}
		case d.Kind == declared.McpServer:
			all = append(all, writtenComponent(d, d.ID))
		case isSchema(d.Kind):
			all = append(all, writtenComponent(d, uidOf(d)))
		}
	}
	return all
}

// writtenComponent is that of a declaration whose options may hold the uid.
func writtenComponent(d *declared.Declaration, derived string) component {
	if uid := d.Options.Get("uid"); uid.IsString() && !isBlank(uid.Text) {
		return component{uid: uid.Text, by: d, at: uid.At}
	}
	return component{uid: derived, by: d, at: d.IDMark()}
}
