package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var billingOnLimit = &checker.Rule{
	ID:       "billing-on-limit",
	Severity: diag.Error,
	Title:    "set onLimit to " + literals(billingBlockOptions, "onLimit"),
	Why: "onLimit applies without the feature and above the limit: 'block' rejects the dispatch, 'warn' runs it and " +
		"logs, 'allow' runs it",
	Hint:   "write " + literals(billingBlockOptions, "onLimit"),
	Before: `billing: { meter: 'calls', onLimit: 'deny' },`,
	After:  `billing: { meter: 'calls', onLimit: 'block' },`,
	Run:    runBillingOnLimit,
}

func runBillingOnLimit(p *checker.Pass) {
	eachBillingBlock(p, func(d *declared.Declaration, block *declared.Value) {
		words := optionAt(billingBlockOptions, "onLimit").words
		reportUnlessWord(p, block.Get("onLimit"), "onLimit of "+describe(d), words)
	})
}
