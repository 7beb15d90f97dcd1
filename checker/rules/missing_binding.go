// The rule missing-binding: the secrets that sources name have a value for local runs.

package rules

import (
	"slices"

	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/diag"
)

var missingBinding = &checker.Rule{
	ID:       "missing-binding",
	Severity: diag.Warning,
	Title:    "the secret bindings that sources name stand in .dev.vars",
	Why:      ".dev.vars gives the bindings of local runs: a source whose secret is not there cannot authenticate",
	Hint:     "add the name to .dev.vars, with a value for local runs",
	Before:   `auth: { type: 'bearer', token: 'LEDGER_TOKEN' }, // .dev.vars has no LEDGER_TOKEN`,
	After: `# .dev.vars
LEDGER_TOKEN=local-token`,
	Run: runMissingBinding,
}

func runMissingBinding(p *checker.Pass) {
	if p.Bindings == nil {
		return // no such file: the user sets bindings in another way
	}
	eachCredential(p, func(c credential) {
		name := c.value.Text
		if !isUpperSnake(name) || looksLikeKey(name) || isReservedBinding(name) || slices.Contains(p.Bindings, name) {
			return // there, or other rules speak of it
		}
		p.Reportf(c.value.At, "the binding %s, %s of %s, is not in .dev.vars", quote(c.value), c.name, describe(c.source))
	})
}
