package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

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
	for _, worker := range workersOf(p) {
		for _, d := range worker.Capabilities {
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
}
