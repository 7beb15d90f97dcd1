package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
)

var noScopes = &checker.Rule{
	ID:       "no-scopes",
	Severity: diag.Warning,
	Title:    "request at least one scope",
	Why:      "the platform rejects apps without a required scope",
	Hint:     "list a scope that the app uses, such as 'crm.objects.contacts.read'",
	Before:   `defineApp({ scopes: [], ... })`,
	After:    `defineApp({ scopes: ['crm.objects.contacts.read'], ... })`,
	Run:      runNoScopes,
}

func runNoScopes(p *checker.Pass) {
	if scopes := appOption(p, "scopes"); scopes.IsArray() && len(scopes.Items) == 0 {
		p.Reportf(scopes.At, "the app requests no scopes")
	}
}
