// The rule schedule-syntax: a sync's schedule has one of the accepted forms.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/diag"
)

var scheduleSyntax = &checker.Rule{
	ID:       "schedule-syntax",
	Severity: diag.Error,
	Title:    "a schedule is an interval, a five-field cron, 'event' or 'manual'",
	Why:      "schedules are exact or rejected: accepted are intervals such as '5m', standard five-field cron, 'event' and 'manual'",
	Hint:     "write an interval such as '15m', a cron such as '0 3 * * *', 'event' or 'manual'",
	Before:   `worker.sync(invoices, { schedule: 'every 15 minutes', ... });`,
	After:    `worker.sync(invoices, { schedule: '15m', ... });`,
	Run:      func(p *checker.Pass) { reportSDKErrors(p) },
}
