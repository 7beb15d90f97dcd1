package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
)

var scheduleInterval = &checker.Rule{
	ID:       "schedule-interval",
	Severity: diag.Error,
	Title:    "use an interval that divides the hour or the day",
	Why: "schedules become edge cron triggers and are never rounded: minutes must divide 60, hours must divide 24, " +
		"and '1d' is the only interval in days",
	Hint:   "write minutes that divide 60, hours that divide 24, '1d', or a cron expression",
	Before: `worker.sync(invoices, { schedule: '7m', ... });`,
	After:  `worker.sync(invoices, { schedule: '10m', ... });`,
	Run:    func(p *checker.Pass) { reportSDKErrors(p) },
}
