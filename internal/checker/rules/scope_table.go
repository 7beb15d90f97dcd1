package rules

import (
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
)

// ScopeRow is a scope that the app requests or needs.
type ScopeRow struct {
	Scope string
	// Requested is "required" for a scope in scopes, "optional" for one in optionalScopes, and "" for a missing one.
	Requested string
	// Uses are the places that need the scope, in order of the source.
	Uses []ScopeUse
}

// State returns "used", "unused" or "missing". A scope of which no use was found is unused only if the source reads all
// uses of such scopes; it is "unknown" otherwise, since a call of ctx.crm.request may need it.
func (r ScopeRow) State(t ScopeTable) string {
	switch {
	case r.Requested == "":
		return "missing"
	case len(r.Uses) > 0:
		return "used"
	case scopedObject(r.Scope) != "" && t.Complete:
		return "unused"
	}
	return "unknown"
}

// ScopeUse is one place that needs a scope.
type ScopeUse struct {
	Reason string
	At     declared.Mark
}

// ScopeTable lists the scopes of an app.
type ScopeTable struct {
	Rows []ScopeRow
	// Unreadable are calls whose scopes are not in the source.
	Unreadable []ScopeUse
	// Complete means that all files were evaluated and no call can reach other objects.
	Complete bool
}

// Scopes returns the scopes that a project requests and needs.
func Scopes(project *declared.Project) ScopeTable {
	p := &checker.Pass{Project: project}
	b := &scopeTable{pass: p}
	for option, requested := range map[string]string{"optionalScopes": "optional", "scopes": "required"} {
		for _, item := range texts(appOption(p, option)) {
			if row := b.row(item.Text); row.Requested != "required" {
				row.Requested = requested
			}
		}
	}
	b.calls()
	b.declarations()
	slices.SortFunc(b.rows, func(x, y *ScopeRow) int { return strings.Compare(x.Scope, y.Scope) })
	for _, row := range b.rows {
		b.table.Rows = append(b.table.Rows, *row)
	}
	b.table.Complete = allEvaluated(p) && !somethingFailed(p) && !takesAnyObject(p)
	return b.table
}

type scopeTable struct {
	pass  *checker.Pass
	rows  []*ScopeRow
	table ScopeTable
}

func (b *scopeTable) row(scope string) *ScopeRow {
	for _, row := range b.rows {
		if row.Scope == scope {
			return row
		}
	}
	row := &ScopeRow{Scope: scope}
	b.rows = append(b.rows, row)
	return row
}

// needs records a use of one of several scopes: of one that the app requests, else of the first.
func (b *scopeTable) needs(scopes []string, reason string, at declared.Mark) {
	chosen := scopes[0]
	for _, scope := range scopes {
		if requests(b.pass, []string{scope}) {
			chosen = scope
			break
		}
	}
	row := b.row(chosen)
	row.Uses = append(row.Uses, ScopeUse{reason, at})
}

func (b *scopeTable) calls() {
	objects := appObjectsOf(b.pass)
	for _, call := range b.pass.Calls {
		if needed := scopesOfCall(b.pass, objects, call); len(needed) > 0 {
			b.needs(needed, "crm."+callText(call), call.At)
		}
		for _, scope := range markedScopes(call) {
			b.needs([]string{scope}, "usesScopes", call.At)
		}
	}
	for _, call := range unreadableCalls(b.pass) {
		b.table.Unreadable = append(b.table.Unreadable, ScopeUse{strings.Join(call.Path, "."), call.ArgAt})
	}
}

// declarations records what the app's components need: see component-scope, card-helpdesk-scope and oauth-scope.
func (b *scopeTable) declarations() {
	p := b.pass
	for _, need := range componentScopes {
		if list := appOption(p, need.option); len(list.Items) > 0 {
			b.needs(need.scopes, need.option+" of the app", list.At)
		}
	}
	for _, d := range ofKind(p, declared.Card) {
		if location := d.Options.Get("location"); location.Text == helpdeskLocation {
			b.needs([]string{helpdeskScope}, describe(d), location.At)
		}
	}
	for _, d := range ofKind(p, declared.McpServer) {
		for _, item := range texts(d.Options.Get("requiredScopes")) {
			b.needs([]string{item.Text}, describe(d), item.At)
		}
	}
	if auth := appOption(p, "auth"); auth.Text == "oauth" {
		if scope := p.Vendor.OAuthScope; scope != "" {
			b.needs([]string{scope}, "auth of the app", auth.At)
		}
	}
	for _, need := range syncNeeds(p) {
		b.needs(need.scopes, need.member+" of "+describe(need.sync), need.at)
	}
}
