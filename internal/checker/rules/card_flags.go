package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var cardFlags = &checker.Rule{
	ID:       "card-flags",
	Severity: diag.Error,
	Title:    "set a card's flags to 'server' only, and add a backend",
	Why: "'server' is the only value of flags; the card's backend evaluates the flags and returns an inert snapshot " +
		"in its signed response",
	Hint:   "set backend to the id of the card backend that evaluates the flags, or remove flags",
	Before: `card({ id: 'invoices', flags: 'server', ... })`,
	After:  `card({ id: 'invoices', flags: 'server', backend: 'invoices', ... })`,
	Run:    runCardFlags,
}

func runCardFlags(p *checker.Pass) {
	for _, d := range ofKind(p, declared.Card) {
		flags := d.Options.Get("flags")
		switch {
		case flags.IsAbsent():
		case flags.Text != "server" || !flags.IsString():
			p.Reportf(flags.At, "flags of %s must be \"server\", not %s", describe(d), quote(flags)).
				Hintf("write flags: 'server', or remove flags")
		case !d.Options.Has("backend"):
			p.Reportf(flags.At, "%s has flags \"server\" but no backend", describe(d))
		}
	}
}
