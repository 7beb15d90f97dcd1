package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var billingNoEffect = &checker.Rule{
	ID:       "billing-no-effect",
	Severity: diag.Warning,
	Title:    "require a feature or record on a meter in every billing block",
	Why:      "onLimit and deniedMessage apply to a feature or a meter; without either, the block has no effect",
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
