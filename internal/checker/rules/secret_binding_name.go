package rules

import (
	"slices"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
)

var secretBindingName = &checker.Rule{
	ID:       "secret-binding-name",
	Severity: diag.Error,
	Title:    "use the names of secret bindings as credentials, never the secrets",
	Why: "a credential is the NAME of the worker secret binding that holds it, never the secret; source code ends up " +
		"in version control",
	Hint: "write the name of the binding, such as 'LEDGER_WEBHOOK_SECRET', and put the value in .dev.vars; replace a " +
		"secret that was committed",
	Before: `auth: { type: 'hmac', secret: '9f86d081884c7d659a2feaa0c55ad015' },`,
	After:  `auth: { type: 'hmac', secret: 'LEDGER_WEBHOOK_SECRET' },`,
	Run:    runSecretBindingName,
}

// runSecretBindingName does not print the value, which may be the secret.
func runSecretBindingName(p *checker.Pass) {
	eachCredential(p, func(c credential) {
		name := c.value.Text
		switch {
		case isBlank(name):
			p.Reportf(c.value.At, "%s of %s is empty", c.name, describe(c.source)).
				Hintf("write the name of the secret binding")
		case slices.Contains(p.Bindings, name):
			return
		case looksLikeKey(name):
			p.Reportf(c.value.At, "%s of %s looks like the credential itself, not the name of a binding",
				c.name, describe(c.source))
		case !isIdentifier(name):
			p.Reportf(c.value.At, "%s of %s is not a valid binding name", c.name, describe(c.source)).
				Hintf("write the name of the binding that holds it, in upper-case letters, digits and underscores")
		case !isUpperSnake(name):
			p.Reportf(c.value.At, "%s of %s is not an UPPER_SNAKE binding name", c.name, describe(c.source)).
				Hintf("name the binding in upper case with underscores, such as 'LEDGER_WEBHOOK_SECRET'").Warn()
		}
	})
}
