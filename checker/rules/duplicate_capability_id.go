// The rule duplicate-capability-id: within a worker, ids are unique per kind.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var duplicateCapabilityID = &checker.Rule{
	ID:       "duplicate-capability-id",
	Severity: diag.Error,
	Title:    "within a worker, capability ids are unique per kind",
	Why:      "worker.manifest() throws on duplicate capability ids within a kind; a tool and an action are one kind, a tool and a trigger are two",
	Hint:     "give one of the two another id",
	Before: `worker.tool('remind', byMail);
worker.action('remind', byPhone);`,
	After: `worker.tool('remind', byMail);
worker.action('remind-by-phone', byPhone);`,
	Run: runDuplicateCapabilityID,
}

func runDuplicateCapabilityID(p *checker.Pass) {
	for _, worker := range workersOf(p) {
		type name struct {
			kind declared.Kind
			id   string
		}
		first := map[name]*declared.Declaration{}
		for _, d := range worker.Capabilities {
			if d.ID == "" {
				continue // declaration-id speaks of it
			}
			earlier, taken := first[name{d.Kind, d.ID}]
			if !taken {
				first[name{d.Kind, d.ID}] = d
				continue
			}
			if earlier == d {
				p.Reportf(d.IDMark(), "%s is registered twice on worker %q", describe(d), worker.ID).
					Hintf("register it once")
				continue
			}
			draft := p.Reportf(d.IDMark(), "worker %q has a %s %q already", worker.ID, nouns[d.Kind], d.ID).
				Related(earlier.IDMark(), "first declared here")
			if d.Kind == declared.Sync && hasSource(d) {
				draft.Hintf("a sync has its source's name as its id unless it gives another: add id to one of the two")
			}
		}
	}
}

// workersOf are the workers of a project: the default exports, else, where nothing is exported, none.
func workersOf(p *checker.Pass) []*declared.Declaration {
	var workers []*declared.Declaration
	for _, file := range p.Workers {
		if file.Worker != nil {
			workers = append(workers, file.Worker)
		}
	}
	return workers
}
