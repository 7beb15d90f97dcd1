package rules

import (
	"iter"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var declarationID = &checker.Rule{
	ID:       "declaration-id",
	Severity: diag.Error,
	Title:    "give every declaration a non-empty id",
	Why:      "the id names the declaration in URLs, in the manifest and in the CRM project",
	Hint:     "pass the id as the first argument",
	Before:   `worker.tool({ id: 'send-reminder', label: 'Send reminder' });`,
	After:    `worker.tool('send-reminder', { label: 'Send reminder' });`,
	Run:      runDeclarationID,
}

func runDeclarationID(p *checker.Pass) {
	for _, d := range p.Declarations {
		if !takesID(d.Kind) || d.Kind == declared.Sync && hasSource(d) {
			continue // its id is the name of its source
		}
		noun := article(nouns[d.Kind]) + " " + nouns[d.Kind]
		switch {
		case len(d.Args) == 0 || d.Args[0].IsAbsent():
			p.Reportf(d.At, "%s is declared without an id", noun)
		case !d.Args[0].IsString():
			draft := p.Reportf(argumentMark(d, 0), "the id of %s must be a string, not %s", noun, quote(d.Args[0]))
			if d.Kind == declared.Sync {
				draft.Hintf("pass an id, or a source from defineSource")
			}
		case isBlank(d.Args[0].Text):
			p.Reportf(argumentMark(d, 0), "the id of %s must not be empty", noun)
		}
	}
}

// takesID reports whether the first argument of a declaration is its id. It excludes workers, which
// define-worker-form checks.
func takesID(kind declared.Kind) bool {
	switch kind {
	case declared.AppObject, declared.AppObjectAssociation, declared.AppEvent, declared.McpServer:
		return true
	}
	return kind.IsCapability()
}

var capabilityID = &checker.Rule{
	ID:       "capability-id",
	Severity: diag.Error,
	Title:    "use letters, digits, hyphens, underscores and dots in capability ids",
	Why: "the id is part of the capability's URL, such as /_svc/cards/<id> or /sync/<id>/run; a tool's id is also " +
		"part of a uid",
	Hint:   "use letters, digits, hyphens, underscores and dots, at most 64 characters",
	Before: `worker.tool('send reminder', { ... });`,
	After:  `worker.tool('send-reminder', { ... });`,
	Run:    runCapabilityID,
}

func runCapabilityID(p *checker.Pass) {
	for _, d := range p.Declarations {
		if !d.Kind.IsCapability() || isBlank(d.ID) || isPathName(d.ID) {
			continue // declaration-id reports a blank id
		}
		if d.Kind == declared.Sync && hasSource(d) && !d.Options.Has("id") {
			continue // source-name checks its id, the name of its source
		}
		p.Reportf(d.IDMark(), "the id %s of %s is not valid in a URL",
			quoteText(d.ID), article(nouns[d.Kind])+" "+nouns[d.Kind])
	}
}

var duplicateCapabilityID = &checker.Rule{
	ID:       "duplicate-capability-id",
	Severity: diag.Error,
	Title:    "keep capability ids unique per kind within a worker",
	Why: "worker.manifest() throws if two capabilities of one kind have the same id; tools and actions are one " +
		"kind, but a tool and a trigger may share an id",
	Hint: "change one of the two ids",
	Before: `worker.tool('remind', byMail);
worker.action('remind', byPhone);`,
	After: `worker.tool('remind', byMail);
worker.action('remind-by-phone', byPhone);`,
	Run: runDuplicateCapabilityID,
}

func runDuplicateCapabilityID(p *checker.Pass) {
	for _, worker := range workersOf(p) {
		first := firsts[declarationName, *declared.Declaration]{}
		again := map[*declared.Declaration]int{}
		for _, d := range worker.Capabilities {
			if d.ID == "" {
				continue // declaration-id reports it
			}
			earlier, taken := first.earlier(nameOf(d), d)
			if !taken {
				continue
			}
			if earlier == d {
				again[d]++
				reportAgain(p, worker, d, again[d])
				continue
			}
			draft := p.Reportf(d.IDMark(), "worker %q already has a %s %q", worker.ID, nouns[d.Kind], d.ID).
				Related(earlier.IDMark(), "first declared here")
			if d.Kind == declared.Sync && hasSource(d) {
				draft.Hintf("add id to one of the two; without it, the id of a sync is the name of its source")
			}
		}
	}
}

// reportAgain reports the nth repetition of a registration.
func reportAgain(p *checker.Pass, worker, d *declared.Declaration, nth int) {
	count := -1 // repetitions
	for _, other := range worker.Capabilities {
		if other == d {
			count++
		}
	}
	at, marks := d.IDMark(), registrations(worker, d)
	if len(marks) >= count { // all repetitions stand in the source, and perhaps the first registration
		at = marks[len(marks)-count+nth-1]
	}
	draft := p.Reportf(at, "%s is registered twice on worker %q", describe(d), worker.ID).Hintf("register it once")
	if at != d.IDMark() {
		draft.Related(d.IDMark(), "declared here")
	}
}

// workersOf returns the workers of a project: the default exports of src/workers.
func workersOf(p *checker.Pass) []*declared.Declaration {
	var workers []*declared.Declaration
	for _, file := range p.Workers {
		if file.Worker != nil {
			workers = append(workers, file.Worker)
		}
	}
	return workers
}

// capabilitiesOf iterates over the capabilities of each worker, with the worker that registers it.
func capabilitiesOf(p *checker.Pass) iter.Seq2[*declared.Declaration, *declared.Declaration] {
	return func(yield func(worker, capability *declared.Declaration) bool) {
		for _, worker := range workersOf(p) {
			for _, capability := range worker.Capabilities {
				if !yield(worker, capability) {
					return
				}
			}
		}
	}
}

var duplicateToolID = &checker.Rule{
	ID:       "duplicate-tool-id",
	Severity: diag.Error,
	Title:    "keep tool and action ids unique in the project",
	Why:      "a tool's id becomes the uid of a component, and uids are unique within the CRM project",
	Hint:     "change one of the two ids",
	Before: `// src/workers/a.ts
worker.tool('remind', byMail);
// src/workers/b.ts
worker.tool('remind', byPhone);`,
	After: `// src/workers/b.ts
worker.tool('remind-by-phone', byPhone);`,
	Run: runDuplicateToolID,
}

func runDuplicateToolID(p *checker.Pass) {
	type holder struct{ tool, worker *declared.Declaration }
	first := firsts[string, holder]{}
	for worker, d := range capabilitiesOf(p) {
		if d.Kind != declared.Tool || d.ID == "" {
			continue
		}
		earlier, taken := first.earlier(d.ID, holder{d, worker})
		if !taken || earlier.worker == worker {
			continue // duplicate-capability-id reports two on one worker
		}
		if earlier.tool == d {
			p.Reportf(registrationMark(worker, d), "%s is already on worker %q", describe(d), earlier.worker.ID).
				Related(registrationMark(earlier.worker, d), "first registered here").
				Hintf("register it on one worker")
			continue
		}
		p.Reportf(d.IDMark(), "worker %q also has a tool %q", earlier.worker.ID, d.ID).
			Related(earlier.tool.IDMark(), "first declared here")
	}
}

var capabilityNotRegistered = &checker.Rule{
	ID:       "capability-not-registered",
	Severity: diag.Warning,
	Title:    "register standalone capabilities on a worker",
	Why: "the standalone functions tool, action, cardBackend, trigger and sync only create definitions; svc deploys " +
		"only capabilities that are registered on a worker",
	Hint:   "pass it to worker.use(...) or to defineWorker(name, { use: [...] })",
	Before: `export const reminder = tool('send-reminder', { ... });`,
	After: `export const reminder = tool('send-reminder', { ... });
// src/workers/main.ts
export default defineWorker('main', { use: [reminder] });`,
	Run: runCapabilityNotRegistered,
}

func runCapabilityNotRegistered(p *checker.Pass) {
	if !allEvaluated(p) {
		return // a file that failed may register it
	}
	registered := map[declarationName]bool{}
	for _, d := range p.Declarations {
		if d.Worker != nil {
			registered[nameOf(d)] = true
		}
	}
	for _, d := range p.Declarations {
		if !d.Kind.IsCapability() || registered[nameOf(d)] {
			continue // registered, perhaps in another shard that evaluates its module too
		}
		p.Reportf(d.At, "%s is not registered on a worker", describe(d))
	}
}

var capabilityOnTwoWorkers = &checker.Rule{
	ID:       "capability-on-two-workers",
	Severity: diag.Warning,
	Title:    "register each capability on one worker",
	Why: "svc deploys each worker separately, so a capability on two workers runs twice: a trigger for every event, " +
		"a sync on every tick",
	Hint: "register it on one worker only",
	Before: `// src/workers/a.ts
export default defineWorker('a', { use: [renamed] });
// src/workers/b.ts
export default defineWorker('b', { use: [renamed] });`,
	After: `// src/workers/b.ts
export default defineWorker('b', { use: [] });`,
	Run: runCapabilityOnTwoWorkers,
}

func runCapabilityOnTwoWorkers(p *checker.Pass) {
	first := firsts[*declared.Declaration, *declared.Declaration]{}
	for worker, capability := range capabilitiesOf(p) {
		earlier, taken := first.earlier(capability, worker)
		if !taken || earlier == worker || capability.Kind == declared.Tool {
			continue // duplicate-capability-id and duplicate-tool-id report duplicates on a worker and of tools
		}
		p.Reportf(registrationMark(worker, capability), "%s is already on worker %q", describe(capability), earlier.ID).
			Related(registrationMark(earlier, capability), "first registered here")
	}
}

// registrationMark returns the position of a capability in the use option of a worker or in a call of worker.use, else
// of the worker.
func registrationMark(worker, capability *declared.Declaration) declared.Mark {
	if marks := registrations(worker, capability); len(marks) > 0 {
		return marks[0]
	}
	return worker.At
}

// registrations returns where a worker registers a capability by name, in order.
func registrations(worker, capability *declared.Declaration) (marks []declared.Mark) {
	for _, item := range worker.Options.Get("use").Items {
		if item.Ref == capability && !item.At.IsZero() {
			marks = append(marks, item.At)
		}
	}
	for _, one := range worker.Registrations {
		if one.Capability == capability {
			marks = append(marks, one.At)
		}
	}
	return marks
}
