package rules

import (
	"slices"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/typo"
)

var undeclaredBinding = &checker.Rule{
	ID:       "undeclared-binding",
	Severity: diag.Warning,
	Title:    "declare the secrets that handlers read from ctx.env",
	Why: "a deploy sets only secrets that the app or a source declares; in the deployed worker, every other name in " +
		"ctx.env is undefined, without an error",
	Hint: "correct the name, or add it to secrets in defineApp",
	Before: `defineApp({ name: 'Ledger', ... })
const token = ctx.env.LEDGER_TOKEN;`,
	After: `defineApp({ name: 'Ledger', secrets: ['LEDGER_TOKEN'], ... })
const token = ctx.env.LEDGER_TOKEN;`,
	Run: runUndeclaredBinding,
}

func runUndeclaredBinding(p *checker.Pass) {
	if p.App == nil {
		return // no app declares anything
	}
	names := p.Secrets()
	var read []string
	eachUse(p, declared.EnvRead, func(use declared.Use) {
		if !slices.Contains(names, use.Path[0]) {
			read = append(read, use.Path[0])
		}
	})
	eachUse(p, declared.EnvRead, func(use declared.Use) {
		name := use.Path[0]
		switch {
		case slices.Contains(names, name):
		case isReservedBinding(name):
			p.Reportf(use.At, "ctx.env.%s is undefined: the runtime hides its own bindings", name).
				Hintf("use a separate binding")
		default:
			draft := p.Reportf(use.At, "neither the app nor a source declares ctx.env.%s", name)
			how := diag.Safe
			if near := typo.Nearest(name, without(read, name)); near != "" {
				how = diag.Suggestion // one of the two may be misspelled
			}
			if near, alone := typo.Near(name, names); near != "" && !slices.Contains(p.Bindings, name) {
				draft.Hintf("write ctx.env.%s, or add %s to secrets in defineApp", near, name)
				if how = diag.Suggestion; alone {
					draft.Rename(name, near, how)
				}
			}
			declareSecret(p, draft, name, how)
		}
	})
}

func without(names []string, name string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(other string) bool { return other == name })
}

// declareSecret offers to add a name to the app's secrets.
func declareSecret(p *checker.Pass, draft *checker.Draft, name string, how diag.Applicability) {
	secrets := appOption(p, "secrets")
	switch {
	case !isUpperSnake(name):
	case secrets.IsArray():
		draft.Append(secrets, name, how)
	case secrets.IsAbsent():
		draft.AddMember(p.App.At, "secrets: ['"+name+"']", how)
	}
}
