// The rule reserved-binding: a source's secrets are not the runtime's own.

package rules

import (
	"slices"
	"strings"

	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/diag"
)

var reservedBinding = &checker.Rule{
	ID:       "reserved-binding",
	Severity: diag.Error,
	Title:    "no credential names a binding that belongs to the runtime",
	Why:      "the bindings of the runtime are never visible to the app, and are set by deploy",
	Hint:     "give the secret a binding of its own",
	Before:   `auth: { type: 'hmac', secret: 'CRM_CLIENT_SECRET' },`,
	After:    `auth: { type: 'hmac', secret: 'LEDGER_WEBHOOK_SECRET' },`,
	Run:      runReservedBinding,
}

// reservedBindings are the names that the runtime takes, beside everything that begins with SVC_.
var reservedBindings = []string{"CRM_CLIENT_ID", "CRM_CLIENT_SECRET", "CRM_ACCESS_TOKEN"}

func runReservedBinding(p *checker.Pass) {
	eachCredential(p, func(c credential) {
		if isReservedBinding(c.value.Text) {
			p.Reportf(
				c.value.At, "%s of %s names the binding %s, which is the runtime's own", c.name, describe(c.source), quote(c.value),
			)
		}
	})
}

func isReservedBinding(name string) bool {
	return slices.Contains(reservedBindings, name) || strings.HasPrefix(name, "SVC_") && isUpperSnake(name)
}
