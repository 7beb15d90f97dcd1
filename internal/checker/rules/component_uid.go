package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/manifest"
)

// component is a component of the CRM project that codegen writes for a declaration.
type component struct {
	uid string
	// prefix is the part of the uid that svc adds, such as "card-".
	prefix string
	// by is the declaration, and at the position of its uid or id.
	by *declared.Declaration
	at declared.Mark
}

// reservedUIDs are the uids of the components that svc adds to every project.
var reservedUIDs = map[string]string{"app": "the app", "webhooks": "the triggers' webhooks"}

// agentPrefix is the uid prefix of the second component of a tool with an agent block.
const agentPrefix = "agent-"

// components returns the components of cards, tools, MCP servers, app objects, associations and events with an id.
func components(p *checker.Pass) []component {
	var all []component
	for _, d := range p.Declarations {
		if d.ID == "" {
			continue // declaration-id and missing-option report it
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

// writtenComponent returns the component of a declaration that can declare its uid.
func writtenComponent(d *declared.Declaration, derived string) component {
	if uid := d.Options.Get("uid"); hasText(uid) {
		return component{uid: uid.Text, by: d, at: uid.At}
	}
	return component{uid: derived, by: d, at: d.IDMark()}
}

// uidOf returns the uid of an app object, association or event: the declared one, else the one derived from its id.
func uidOf(d *declared.Declaration) string {
	if uid := d.Options.Get("uid"); hasText(uid) {
		return uid.Text
	}
	return manifest.DeriveUID(d.ID)
}
