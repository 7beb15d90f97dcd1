package rules

import (
	"slices"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
)

var missingBinding = &checker.Rule{
	ID:       "missing-binding",
	Severity: diag.Warning,
	Title:    "define the sources' secret bindings in .dev.vars",
	Why:      ".dev.vars sets the bindings of local runs; a source whose secret is missing there cannot authenticate",
	Hint:     "add the name to .dev.vars, with a value for local runs",
	Before:   `auth: { type: 'bearer', token: 'LEDGER_TOKEN' }, // .dev.vars has no LEDGER_TOKEN`,
	After: `# .dev.vars
LEDGER_TOKEN=local-token`,
	Run: runMissingBinding,
}

func runMissingBinding(p *checker.Pass) {
	if p.Bindings == nil {
		return // without .dev.vars
	}
	eachCredential(p, func(c credential) {
		name := c.value.Text
		if !isUpperSnake(name) || looksLikeKey(name) || isReservedBinding(name) || slices.Contains(p.Bindings, name) {
			return // defined, or other rules report it
		}
		p.Reportf(c.value.At, "the binding %s (%s of %s) is not in .dev.vars", quote(c.value), c.name, describe(c.source))
	})
}
