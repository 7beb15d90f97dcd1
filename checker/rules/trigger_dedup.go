package rules

import (
	"slices"

	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var triggerDedup = &checker.Rule{
	ID:       "trigger-dedup",
	Severity: diag.Error,
	Title:    "set dedup to 'best-effort' or 'strict'",
	Why:      "'strict' claims the delivery id before it reads the store; 'best-effort' skips the claim",
	Hint:     "write dedup: 'strict', or remove it for 'best-effort'",
	Before:   `dedup: true,`,
	After:    `dedup: 'strict',`,
	Run:      runTriggerDedup,
}

var dedupModes = []string{"best-effort", "strict"}

func runTriggerDedup(p *checker.Pass) {
	for _, d := range p.Declarations {
		v := d.Options.Get("dedup")
		if d.Kind != declared.Trigger || v.IsAbsent() || v.IsString() && slices.Contains(dedupModes, v.Text) {
			continue // left out, or one of the two
		}
		draft := p.Reportf(v.At, "dedup of %s must be %s, not %s", describe(d), oneOf(dedupModes), quote(v))
		hintNearest(draft, v.Text, dedupModes)
	}
}
