// The rule duplicate-tool-id: a tool's id is unique over the project, not only over its worker.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var duplicateToolID = &checker.Rule{
	ID:       "duplicate-tool-id",
	Severity: diag.Error,
	Title:    "tool and action ids are unique over the project",
	Why:      "the id of a tool becomes the uid of a component of the CRM project, and uids are unique over the project",
	Hint:     "give one of the two another id",
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
	first := map[string]holder{}
	for _, worker := range workersOf(p) {
		for _, d := range worker.Capabilities {
			if d.Kind != declared.Tool || d.ID == "" {
				continue
			}
			earlier, taken := first[d.ID]
			if !taken {
				first[d.ID] = holder{d, worker}
				continue
			}
			if earlier.worker == worker {
				continue // duplicate-capability-id speaks of it
			}
			if earlier.tool == d {
				p.Reportf(registrationMark(worker, d), "%s is on worker %q already", describe(d), earlier.worker.ID).
					Related(registrationMark(earlier.worker, d), "first registered here").
					Hintf("register it on one worker")
				continue
			}
			p.Reportf(d.IDMark(), "worker %q has a tool %q too", earlier.worker.ID, d.ID).
				Related(earlier.tool.IDMark(), "first declared here")
		}
	}
}
