package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/manifest"
	"github.com/appsvc/svc/internal/platform"
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

// ownComponent is a component that svc adds to every project.
type ownComponent struct {
	uid, who string
	at       declared.Mark // of the uid; zero for the default
}

// ownComponents returns the components of the app and of its webhooks.
func ownComponents(p *checker.Pass) []ownComponent {
	own := []ownComponent{{uid: "app", who: "the app"}, {uid: "webhooks", who: "the triggers' webhooks"}}
	for i, uid := range []*declared.Value{appOption(p, "uid"), appOption(p, "webhooks", "uid")} {
		if hasText(uid) {
			own[i].uid, own[i].at = uid.Text, uid.At
		}
	}
	return own
}

// agentPrefix is the uid prefix of the component for agents of a tool with an agent block.
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
			all = append(all, componentOf(d, d.Options.Get("uid"), "card-", d.ID))
		case d.Kind == declared.Tool && d.Worker != nil:
			all = append(all, toolComponents(d)...)
		case d.Kind == declared.McpServer:
			all = append(all, componentOf(d, d.Options.Get("uid"), "", d.ID))
		case isSchema(d.Kind):
			all = append(all, componentOf(d, d.Options.Get("uid"), "", uidOf(d)))
		}
	}
	return all
}

// toolComponents returns the components of a tool: for workflows, for agents or for both.
func toolComponents(d *declared.Declaration) []component {
	var all []component
	agent := d.Options.Get("agent")
	place := agent.Get("component").Text
	if place != manifest.AgentOnly {
		all = append(all, componentOf(d, d.Options.Get("uid"), "action-", d.ID))
	}
	if d.Options.Has("agent") && place != manifest.AgentShared {
		all = append(all, componentOf(d, agent.Get("uid"), agentPrefix, d.ID))
	}
	return all
}

// componentOf returns the component of a declaration with its declared uid, else with a prefix and a name.
func componentOf(d *declared.Declaration, uid *declared.Value, prefix, name string) component {
	if hasText(uid) {
		return component{uid: uid.Text, by: d, at: uid.At}
	}
	return component{prefix + name, prefix, d, d.IDMark()}
}

// uidOf returns the uid of an app object, association or event: the declared one, else the one derived from its id.
func uidOf(d *declared.Declaration) string {
	if uid := d.Options.Get("uid"); hasText(uid) {
		return uid.Text
	}
	return manifest.DeriveUID(d.ID)
}

var uidSyntax = &checker.Rule{
	ID:       "uid-syntax",
	Severity: diag.Error,
	Title:    "use 1 to 64 letters, digits, underscores, dots and hyphens in uids",
	Why:      "the platform rejects other uids, also those that svc derives from ids, such as card-<id> and action-<id>",
	Hint:     "use letters, digits, underscores, dots and hyphens, at most 64 characters including the prefix",
	Before:   `card({ id: 'open invoices', ... })`,
	After:    `card({ id: 'open-invoices', ... })`,
	Run:      runUIDSyntax,
}

func runUIDSyntax(p *checker.Pass) {
	for _, c := range ownComponents(p) {
		if !isUID(c.uid) {
			reportUID(p, c.at, c.uid, c.who)
		}
	}
	for _, c := range components(p) {
		switch {
		case isUID(c.uid) || c.prefix == agentPrefix && !isUID("action-"+c.by.ID):
			// valid, or reported for the tool's action, whose uid is longer
		case c.by.Kind == declared.Tool && c.prefix != "" && !isPathName(c.by.ID):
			// capability-id reports it
		case c.uid == "":
			p.Reportf(c.at, "cannot derive a uid from the id of %s: it has no letter a-z or digit", describe(c.by)).
				Hintf("declare a uid, or choose an id with Latin letters")
		default:
			reportUID(p, c.at, c.uid, describe(c.by))
		}
	}
}

// reportUID reports a uid that the platform rejects.
func reportUID(p *checker.Pass, at declared.Mark, uid, who string) {
	if limit := platform.UIDLength.Value; len(uid) > limit {
		p.Reportf(at, "the uid %s of %s has %d characters; the limit is %d", quoteText(uid), who, len(uid), limit)
		return
	}
	p.Reportf(at, "the uid %s of %s has characters other than letters, digits, _ . and -", quoteText(uid), who)
}

// isUID reports whether the platform accepts a uid.
func isUID(uid string) bool { return isPathName(uid) }

var duplicateUID = &checker.Rule{
	ID:       "duplicate-uid",
	Severity: diag.Error,
	Title:    "give each component a unique uid",
	Why:      "the CRM platform identifies cards, tools, MCP servers, app objects, associations and events by uid",
	Hint:     "declare another uid, or change the id",
	Before: `appObject('car-lease', { ... });
appEvent('carLease', { ... });`,
	After: `appObject('car-lease', { ... });
appEvent('carLease', { uid: 'CAR_LEASE_SIGNED', ... });`,
	Run: runDuplicateUID,
}

func runDuplicateUID(p *checker.Pass) {
	first, reserved := firsts[string, component]{}, map[string]string{}
	own := ownComponents(p)
	for _, c := range own {
		reserved[c.uid] = c.who
	}
	if app, webhooks := own[0], own[1]; app.uid == webhooks.uid && len(ofKind(p, declared.Trigger)) > 0 {
		at := webhooks.at
		if at.IsZero() {
			at = app.at
		}
		p.Reportf(at, "%s and %s both have the uid %q", app.who, webhooks.who, app.uid)
	}
	for _, c := range components(p) {
		if owner, taken := reserved[c.uid]; taken {
			p.Reportf(c.at, "the uid %q of %s is reserved for %s", c.uid, describe(c.by), owner)
			continue
		}
		earlier, taken := first.earlier(c.uid, c)
		if !taken || nameOf(earlier.by) == nameOf(c.by) {
			continue // another rule reports duplicate ids, or two shards evaluated the declaration
		}
		p.Reportf(c.at, "%s has the uid %q, which %s already has", describe(c.by), c.uid, describe(earlier.by)).
			Related(earlier.at, "first declared here")
	}
}
