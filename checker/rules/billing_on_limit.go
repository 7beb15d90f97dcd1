// The rule billing-on-limit: what happens at a limit is one of three things.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var billingOnLimit = &checker.Rule{
	ID:       "billing-on-limit",
	Severity: diag.Error,
	Title:    "onLimit is 'block', 'warn' or 'allow'",
	Why:      "onLimit decides what happens without the feature and above the limit: block turns the dispatch away, warn runs and logs, allow runs",
	Hint:     "write 'block', 'warn' or 'allow'",
	Before:   `billing: { meter: 'calls', onLimit: 'deny' },`,
	After:    `billing: { meter: 'calls', onLimit: 'block' },`,
	Run:      runBillingOnLimit,
}

func runBillingOnLimit(p *checker.Pass) {
	eachBillingBlock(p, func(d *declared.Declaration, block *declared.Value) {
		reportUnlessWord(p, block.Get("onLimit"), "onLimit of "+describe(d), []string{"block", "warn", "allow"})
	})
}
