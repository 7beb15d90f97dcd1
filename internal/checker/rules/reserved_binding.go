package rules

import (
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
)

var reservedBinding = &checker.Rule{
	ID:       "reserved-binding",
	Severity: diag.Error,
	Title:    "do not use the runtime's bindings as credentials",
	Why:      "deploy sets the runtime's bindings, and the app never sees them",
	Hint:     "use a separate binding for the secret",
	Before:   `auth: { type: 'hmac', secret: 'CRM_CLIENT_SECRET' },`,
	After:    `auth: { type: 'hmac', secret: 'LEDGER_WEBHOOK_SECRET' },`,
	Run:      runReservedBinding,
}

// reservedBindings are the names that the runtime uses, in addition to all that start with SVC_.
var reservedBindings = []string{"CRM_CLIENT_ID", "CRM_CLIENT_SECRET", "CRM_ACCESS_TOKEN"}

func runReservedBinding(p *checker.Pass) {
	eachCredential(p, func(c credential) {
		if isReservedBinding(c.value.Text) {
			p.Reportf(c.value.At, "%s of %s names the binding %s, which is reserved for the runtime",
				c.name, describe(c.source), quote(c.value))
		}
	})
}

func isReservedBinding(name string) bool {
	return slices.Contains(reservedBindings, name) || strings.HasPrefix(name, "SVC_") && isUpperSnake(name)
}
