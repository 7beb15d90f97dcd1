// The rule secret-binding-name: credentials are written as the names of secret bindings, never as values.

package rules

import (
	"slices"

	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/diag"
)

var secretBindingName = &checker.Rule{
	ID:       "secret-binding-name",
	Severity: diag.Error,
	Title:    "the credentials of a source are names of secret bindings",
	Why:      "a credential is the NAME of a worker secret binding that holds it, never the key itself: what stands in the source ends up in version control",
	Hint:     "write the name of the binding, such as 'LEDGER_WEBHOOK_SECRET', and put the value into .dev.vars; a key that was committed should be replaced",
	Before:   `auth: { type: 'hmac', secret: '9f86d081884c7d659a2feaa0c55ad015' },`,
	After:    `auth: { type: 'hmac', secret: 'LEDGER_WEBHOOK_SECRET' },`,
	Run:      runSecretBindingName,
}

// runSecretBindingName never shows the value: it may be the secret.
func runSecretBindingName(p *checker.Pass) {
	eachCredential(p, func(c credential) {
		name := c.value.Text
		switch {
		case isBlank(name):
			p.Reportf(c.value.At, "%s of %s is empty", c.name, describe(c.source)).
				Hintf("write the name of the secret binding")
		case slices.Contains(p.Bindings, name):
			return // it is one
		case looksLikeKey(name):
			p.Reportf(
				c.value.At, "%s of %s looks like the credential itself, not like the name of a binding", c.name, describe(c.source),
			)
		case !isIdentifier(name):
			p.Reportf(c.value.At, "%s of %s cannot be the name of a binding", c.name, describe(c.source)).
				Hintf("write the name of the binding that holds it: upper-case letters, digits and underscores")
		case !isUpperSnake(name):
			p.Reportf(c.value.At, "%s of %s is not written like the name of a binding", c.name, describe(c.source)).
				Hintf("name the binding in upper case with underscores, such as 'LEDGER_WEBHOOK_SECRET'").Warn()
		}
	})
}
