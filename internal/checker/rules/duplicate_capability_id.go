package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var duplicateCapabilityID = &checker.Rule{
	ID:       "duplicate-capability-id",
	Severity: diag.Error,
	Title:    "keep capability ids unique per kind within a worker",
	Why: "worker.manifest() throws on duplicate ids within a kind; tools and actions are one kind, tools and triggers " +
		"are two",
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
		for _, d := range worker.Capabilities {
			if d.ID == "" {
				continue // declaration-id reports it
			}
			earlier, taken := first.earlier(nameOf(d), d)
			if !taken {
				continue
			}
			if earlier == d {
				p.Reportf(d.IDMark(), "%s is registered twice on worker %q", describe(d), worker.ID).
					Hintf("register it once")
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
