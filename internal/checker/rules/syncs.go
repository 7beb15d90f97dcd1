package rules

import (
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
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

var syncDestination = &checker.Rule{
	ID:       "sync-destination",
	Severity: diag.Error,
	Title:    "set into for every sync with a source",
	Why: "a sync with a source upserts its rows in batches into the destination, keyed by idProperty; schema and " +
		"manageSchema also need it",
	Hint:   "add into: a CRM object type or an app object",
	Before: `worker.sync(invoices, { schedule: '15m', idProperty: 'ledger_id' });`,
	After:  `worker.sync(invoices, { schedule: '15m', into: invoice, idProperty: 'ledger_id' });`,
	Run:    runSyncDestination,
}

func runSyncDestination(p *checker.Pass) {
	for _, d := range ofKind(p, declared.Sync) {
		if misplacedOptions(d) != nil || d.Options.Has("into") {
			continue // set, or option-type reports it
		}
		if hasSource(d) {
			p.Reportf(d.At, "%s has a source, but no into", describe(d))
			continue
		}
		for _, option := range []string{"idProperty", "schema", "manageSchema"} {
			if v := d.Options.Get(option); !v.IsAbsent() && !(v.IsBool() && !v.Bool) {
				p.Reportf(v.At, "%s of %s needs a destination, but into is not set", option, describe(d)).
					Hintf("add into, or remove %s", option).Warn()
			}
		}
	}
}

var syncIDProperty = &checker.Rule{
	ID:       "sync-id-property",
	Severity: diag.Error,
	Title:    "set idProperty to a unique property of the destination",
	Why: "idProperty is the unique property that stores each row's key; without it, a sync with a source fails when " +
		"it runs",
	Hint:   "add idProperty: a property of the destination with hasUniqueValue: true",
	Before: `worker.sync(invoices, { schedule: '15m', into: invoice });`,
	After:  `worker.sync(invoices, { schedule: '15m', into: invoice, idProperty: 'ledger_id' });`,
	Run:    runSyncIDProperty,
}

func runSyncIDProperty(p *checker.Pass) {
	objects := appObjectsOf(p)
	for _, d := range ofKind(p, declared.Sync) {
		if misplacedOptions(d) != nil {
			continue // option-type reports it
		}
		id := d.Options.Get("idProperty")
		if id.IsAbsent() && hasSource(d) {
			p.Reportf(d.At, "%s has a source, but no idProperty", describe(d))
		}
		if hasText(id) {
			checkIDProperty(p, objects, d, id)
		}
	}
}

// checkIDProperty checks the property if the destination is an app object. The properties of the CRM's objects are
// unknown here.
func checkIDProperty(p *checker.Pass, objects appObjects, d *declared.Declaration, id *declared.Value) {
	if warnOfPropertyName(p, id) {
		return
	}
	object := objects.named(d.Options.Get("into"))
	if object == nil || !object.Options.Get("properties").IsObject() || isPlatformProperty(id.Text) {
		return // unknown, or a property of the platform
	}
	property := propertyOf(object, id.Text)
	if property == nil {
		if createsProperties(d) {
			return // the first run creates it
		}
		p.Reportf(id.At, "idProperty %s is not a property of %s", quote(id), describe(object)).
			Related(object.At, "the destination is declared here").
			Suggest(id.Text, propertyNames(object))
		return
	}
	if unique := property.Get("hasUniqueValue"); !unique.IsBool() || !unique.Bool {
		p.Reportf(id.At, "idProperty %s is not unique in %s", quote(id), describe(object)).
			Related(property.At, "the property is declared here").
			Hintf("add hasUniqueValue: true to the property")
	}
}

var syncSchema = &checker.Rule{
	ID:       "sync-schema",
	Severity: diag.Error,
	Title:    "map each source field to a different property of the destination",
	Why: "schema maps source fields to destination properties; rows that do not match it are quarantined, and two " +
		"fields that map to the same property would overwrite each other",
	Hint:   "map each field to a different property",
	Before: `schema: { total: 'amount_du', due: 'due_date' },`,
	After:  `schema: { total: 'amount_due', due: 'due_date' },`,
	Run:    runSyncSchema,
}

func runSyncSchema(p *checker.Pass) {
	objects := appObjectsOf(p)
	for _, d := range ofKind(p, declared.Sync) {
		checkRowFields(p, objects, d)
		first := firsts[string, declared.Member]{}
		for _, member := range d.Options.Get("schema").Members {
			target := member.Value
			switch {
			case target.IsAbsent():
				continue
			case !hasText(target):
				p.Reportf(target.At, "schema must map %q to a property name, not to %s", member.Name, quote(target))
				continue
			}
			if earlier, taken := first.earlier(target.Text, member); taken {
				p.Reportf(target.At, "schema maps both %q and %q to the property %s", earlier.Name, member.Name, quote(target)).
					Related(earlier.Value.At, "first mapped here")
				continue
			}
			checkSchemaTarget(p, objects, d, target)
		}
	}
}

// warnOfPropertyName warns of a text that cannot be the name of a property, such as a label.
func warnOfPropertyName(p *checker.Pass, v *declared.Value) bool {
	if isIdentifier(strings.ReplaceAll(v.Text, "-", "_")) {
		return false
	}
	p.Reportf(v.At, "the CRM has no property named %s: names consist of letters, digits and underscores", quote(v)).
		Warn().Hintf("write the internal name of the property, not its label")
	return true
}

func checkSchemaTarget(p *checker.Pass, objects appObjects, d *declared.Declaration, target *declared.Value) {
	if warnOfPropertyName(p, target) {
		return
	}
	object := objects.named(d.Options.Get("into"))
	if object == nil || !object.Options.Get("properties").IsObject() || createsProperties(d) {
		return // the properties of the CRM's objects are unknown, or the sync creates missing ones
	}
	if isPlatformProperty(target.Text) || propertyOf(object, target.Text) != nil {
		return
	}
	p.Reportf(target.At, "%s has no property %s", describe(object), quote(target)).
		Related(object.At, "the destination is declared here").
		Hintf("add the property to %s, or set manageSchema: 'properties' to create it", describe(object)).
		Suggest(target.Text, propertyNames(object))
}

var syncManageSchema = &checker.Rule{
	ID:       "sync-manage-schema",
	Severity: diag.Error,
	Title:    "set manageSchema to false, 'properties' or 'full'",
	Why: "with 'properties', svc creates missing properties of the destination, with 'full' also the object type; " +
		"with false, the default, it creates neither",
	Hint:   "write manageSchema: 'properties' to create missing properties, or 'full' to create the object too",
	Before: `worker.sync(invoices, { manageSchema: true, ... });`,
	After:  `worker.sync(invoices, { manageSchema: 'properties', ... });`,
	Run:    runSyncManageSchema,
}

// schemaModes are the values of manageSchema besides false.
var schemaModes = optionAt(syncOptions, "manageSchema").words

func runSyncManageSchema(p *checker.Pass) {
	for _, d := range ofKind(p, declared.Sync) {
		manage := d.Options.Get("manageSchema")
		if manage.IsAbsent() || manage.IsBool() && !manage.Bool {
			continue
		}
		if createsProperties(d) {
			if schema := d.Options.Get("schema"); schema.IsAbsent() || schema.IsObject() && len(schema.Members) == 0 {
				p.Reportf(manage.At, "manageSchema of %s has no effect without schema", describe(d)).Warn().
					Hintf("add schema: it names the properties to create")
			}
			continue
		}
		p.Reportf(manage.At, "manageSchema of %s must be false, %s, not %s",
			describe(d), oneOf(schemaModes), quote(manage)).
			Suggest(manage.Text, schemaModes)
	}
}

// createsProperties reports whether a sync creates the properties that its destination lacks.
func createsProperties(d *declared.Declaration) bool {
	return isOneOf(d.Options.Get("manageSchema"), schemaModes...)
}

var cronCount = &checker.Rule{
	ID:       "cron-count",
	Severity: diag.Warning,
	Title:    "use at most five distinct cron triggers",
	Why:      "the edge platform's free plan allows 5 cron triggers per account, paid plans 250",
	Hint:     "give syncs the same schedule where they can run together",
	Before:   `schedule: '5m' … '10m' … '15m' … '20m' … '30m' … '1h'`,
	After:    `schedule: '5m' … '15m' … '15m' … '30m' … '30m' … '1h'`,
	Run:      runCronCount,
}

func runCronCount(p *checker.Pass) {
	limit, distinct := platform.CronsFree.Value, map[string]bool{}
	var over *declared.Declaration // the first sync above the limit
	for _, d := range capabilitiesOf(p) {
		if d.Kind != declared.Sync || d.Schedule == nil {
			continue // unset, or another rule reports it
		}
		for _, cron := range d.Schedule.Crons {
			distinct[cron] = true
		}
		if over == nil && len(distinct) > limit {
			over = d
		}
	}
	if over != nil {
		at := over.Options.Get("schedule").At
		p.Reportf(at, "the syncs of this project need %d distinct cron triggers; the free plan allows %d",
			len(distinct), limit)
	}
}
