// The rule schedule-event: syncs of push sources run on 'event', and no others do.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var scheduleEvent = &checker.Rule{
	ID:       "schedule-event",
	Severity: diag.Error,
	Title:    "a sync of a push source has the schedule 'event', and no other sync has",
	Why:      "a push source must declare schedule: 'event' and no other sync may: its webhook is what runs the sync",
	Hint:     "write schedule: 'event'",
	Before: `const changes = defineSource.push({ name: 'changes', ... });
worker.sync(changes, { schedule: '15m', ... });`,
	After: `const changes = defineSource.push({ name: 'changes', ... });
worker.sync(changes, { schedule: 'event', ... });`,
	Run: runScheduleEvent,
}

func runScheduleEvent(p *checker.Pass) {
	for _, d := range p.Declarations {
		schedule := d.Options.Get("schedule")
		if d.Kind != declared.Sync || d.Schedule == nil {
			continue // schedule-syntax and schedule-interval speak of a schedule that was refused
		}
		source := sourceOf(d)
		pushes, onEvent := source != nil && source.Push, d.Schedule.Kind == "event"
		switch {
		case pushes && !onEvent:
			p.Reportf(schedule.At, "%s has the schedule %s, but its source pushes", describe(d), quote(schedule)).
				Related(source.At, "the push source")
		case onEvent && source == nil:
			p.Reportf(schedule.At, "%s has the schedule \"event\", but no source that pushes", describe(d)).
				Hintf("write an interval such as '15m', a cron or 'manual', or give it a source made by defineSource.push")
		case onEvent && !pushes:
			p.Reportf(schedule.At, "%s has the schedule \"event\", but its source is asked, it does not push", describe(d)).
				Related(source.At, "the source").
				Hintf("write an interval such as '15m', a cron or 'manual', or declare the source with defineSource.push")
		}
	}
}

// sourceOf is the source that a sync was given; nil when it was given an id.
func sourceOf(d *declared.Declaration) *declared.Declaration {
	if d.Source == nil && hasSource(d) {
		return d.Args[0].Ref
	}
	return d.Source
}
