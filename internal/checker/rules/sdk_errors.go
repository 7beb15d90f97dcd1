package rules

import (
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

// reportSDKErrors reports the errors with which the SDK rejected a declaration under the id of the running rule.
// It returns the rejected declarations, so that a rule does not report them twice.
func reportSDKErrors(p *checker.Pass) map[*declared.Declaration]bool {
	var refused map[*declared.Declaration]bool
	for _, d := range p.Declarations {
		for _, e := range d.Errors {
			if e.Rule != p.Rule.ID {
				continue // another rule's
			}
			at := e.At
			if at.IsZero() {
				at = markAt(d, e.Path)
			}
			draft := p.Reportf(at, "%s", strings.TrimSuffix(e.Message, "."))
			if schedule := d.Options.Get("schedule"); len(e.Path) == 1 && e.Path[0] == "schedule" {
				for _, near := range namedSchedules(e.Message) {
					draft.Replace(schedule.Text, near, diag.Suggestion)
				}
			}
			if strings.HasSuffix(e.Message, "got a source") {
				draft.Hintf(sourceInUse)
			}
			if refused == nil {
				refused = map[*declared.Declaration]bool{}
			}
			refused[d] = true
		}
	}
	return refused
}

// namedSchedules returns the schedules that the message of an error names after "use": "use '10m' or '12m'".
func namedSchedules(message string) (schedules []string) {
	at := strings.LastIndex(message, "use '")
	if at < 0 {
		return nil
	}
	for i, part := range strings.Split(message[at:], "'") {
		if i%2 == 1 {
			schedules = append(schedules, part)
		}
	}
	return schedules
}

// markAt returns the position of the option at a path, or of its nearest ancestor that has one.
func markAt(d *declared.Declaration, path []string) declared.Mark {
	at, value := d.At, d.Options
	for _, name := range path {
		value = value.Get(name)
		if value.At.IsZero() {
			break
		}
		at = value.At
	}
	return at
}

var scheduleInterval = &checker.Rule{
	ID:       "schedule-interval",
	Severity: diag.Error,
	Title:    "use an interval that divides the hour or the day",
	Why: "schedules become cron triggers of the edge platform and are never rounded: minutes must divide 60, hours " +
		"must divide 24, and '1d' is the only interval in days",
	Hint:   "write minutes that divide 60, hours that divide 24, '1d', or a cron expression",
	Before: `worker.sync(invoices, { schedule: '7m', ... });`,
	After:  `worker.sync(invoices, { schedule: '10m', ... });`,
	Run:    func(p *checker.Pass) { reportSDKErrors(p) },
}

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
