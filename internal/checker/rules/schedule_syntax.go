package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
)

var scheduleSyntax = &checker.Rule{
	ID:       "schedule-syntax",
	Severity: diag.Error,
	Title:    "write a schedule as an interval, a five-field cron, 'event' or 'manual'",
	Why: "svc runs a schedule exactly or rejects it; it accepts intervals such as '5m', standard five-field cron, " +
		"'event' and 'manual'",
	Hint:   "write an interval such as '15m', a cron such as '0 3 * * *', 'event' or 'manual'",
	Before: `worker.sync(invoices, { schedule: 'every 15 minutes', ... });`,
	After:  `worker.sync(invoices, { schedule: '15m', ... });`,
	Run:    func(p *checker.Pass) { reportSDKErrors(p) },
}
