// The rule billing-no-effect: a billing block gates or meters.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var billingNoEffect = &checker.Rule{
	ID:       "billing-no-effect",
	Severity: diag.Warning,
	Title:    "a billing block requires a feature or records on a meter",
	Why:      "onLimit and deniedMessage speak of a feature or a meter: a block without one changes nothing",
	Hint:     "add requires or meter, or remove the block",
	Before:   `billing: { onLimit: 'block' },`,
	After:    `billing: { requires: 'reminders', onLimit: 'block' },`,
	Run:      runBillingNoEffect,
}

func runBillingNoEffect(p *checker.Pass) {
	eachBillingBlock(p, func(d *declared.Declaration, block *declared.Value) {
		requires := block.Get("requires")
		if requires.IsArray() && len(requires.Items) == 0 {
			requires = requires.Get("") // an empty list requires nothing
		}
		if requires.IsAbsent() && !block.Has("meter") {
			p.Reportf(block.At, "the billing block of %s neither requires a feature nor records on a meter", describe(d))
		}
	})
}
