package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var scheduleEvent = &checker.Rule{
	ID:       "schedule-event",
	Severity: diag.Error,
	Title:    "use schedule: 'event' for syncs of push sources only",
	Why:      "the webhook of a push source runs its sync, so the sync must have schedule: 'event'; no other sync may",
	Hint:     "write schedule: 'event'",
	Before: `const changes = defineSource.push({ name: 'changes', ... });
worker.sync(changes, { schedule: '15m', ... });`,
	After: `const changes = defineSource.push({ name: 'changes', ... });
worker.sync(changes, { schedule: 'event', ... });`,
	Run: runScheduleEvent,
}

func runScheduleEvent(p *checker.Pass) {
	for _, d := range ofKind(p, declared.Sync) {
		schedule := d.Options.Get("schedule")
		if d.Schedule == nil {
			continue // schedule-syntax and schedule-interval report a rejected schedule
		}
		source := sourceOf(d)
		pushes, onEvent := source != nil && source.Push, d.Schedule.Kind == "event"
		switch {
		case pushes && !onEvent:
			p.Reportf(schedule.At, "%s has the schedule %s, but its source is a push source", describe(d), quote(schedule)).
				Related(source.At, "the push source is declared here")
		case onEvent && source == nil:
			p.Reportf(schedule.At, "%s has the schedule \"event\", but no push source", describe(d)).
				Hintf("write an interval such as '15m', a cron or 'manual', or pass a source from defineSource.push")
		case onEvent && !pushes:
			p.Reportf(schedule.At, "%s has the schedule \"event\", but its source is a pull source", describe(d)).
				Related(source.At, "the pull source is declared here").
				Hintf("write an interval such as '15m', a cron or 'manual', or declare the source with defineSource.push")
		}
	}
}

// sourceOf returns the source of a sync, or nil if the sync has none.
func sourceOf(d *declared.Declaration) *declared.Declaration {
	if d.Source == nil && hasSource(d) {
		return d.Args[0].Ref
	}
	return d.Source
}
