// The rule schedule-interval: an interval can be kept exactly by a cron trigger.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/diag"
)

var scheduleInterval = &checker.Rule{
	ID:       "schedule-interval",
	Severity: diag.Error,
	Title:    "an interval divides the hour or the day",
	Why:      "schedules become edge cron triggers and nothing is rounded: rejected are intervals below a minute, minutes that do not divide 60, hours that do not divide 24, and several days",
	Hint:     "write minutes that divide 60, hours that divide 24, '1d', or a cron expression",
	Before:   `worker.sync(invoices, { schedule: '7m', ... });`,
	After:    `worker.sync(invoices, { schedule: '10m', ... });`,
	Run:      func(p *checker.Pass) { reportSDKErrors(p) },
}
