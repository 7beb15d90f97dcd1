package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var cardHelpdeskScope = &checker.Rule{
	ID:       "card-helpdesk-scope",
	Severity: diag.Warning,
	Title:    "request the scope tickets for a card in helpdesk.sidebar",
	Why:      "the platform shows help desk cards only for apps with access to tickets",
	Hint:     "add 'tickets' to scopes",
	Before: `scopes: ['crm.objects.contacts.read'],
cards: [card({ location: 'helpdesk.sidebar', ... })],`,
	After: `scopes: ['crm.objects.contacts.read', 'tickets'],
cards: [card({ location: 'helpdesk.sidebar', ... })],`,
	Run: runCardHelpdeskScope,
}

const helpdeskScope = "tickets"

func runCardHelpdeskScope(p *checker.Pass) {
	scopes := appOption(p, "scopes")
	if !scopes.IsArray() || holdsText(scopes, helpdeskScope) || holdsText(appOption(p, "optionalScopes"), helpdeskScope) {
		return // missing-option reports it, or it is requested
	}
	for _, d := range ofKind(p, declared.Card) {
		if location := d.Options.Get("location"); location.Text == "helpdesk.sidebar" {
			p.Reportf(location.At, "%s is in the help desk, but the app does not request the scope %q",
				describe(d), helpdeskScope).
				Related(scopes.At, "scopes are declared here")
		}
	}
}
