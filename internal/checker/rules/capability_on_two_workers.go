package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var capabilityOnTwoWorkers = &checker.Rule{
	ID:       "capability-on-two-workers",
	Severity: diag.Warning,
	Title:    "register each capability on one worker",
	Why: "each worker is deployed separately, so a capability on two workers runs twice: a trigger for every event, a " +
		"sync on every tick",
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
	for _, worker := range workersOf(p) {
		for _, capability := range worker.Capabilities {
			earlier, taken := first.earlier(capability, worker)
			if !taken || earlier == worker || capability.Kind == declared.Tool {
				continue // duplicate-capability-id and duplicate-tool-id report duplicates on a worker and of tools
			}
			p.Reportf(registrationMark(worker, capability), "%s is already on worker %q", describe(capability), earlier.ID).
				Related(registrationMark(earlier, capability), "first registered here")
		}
	}
}

// registrationMark returns the position of a capability in the use option of a worker, else of the worker.
func registrationMark(worker, capability *declared.Declaration) declared.Mark {
	for _, item := range worker.Options.Get("use").Items {
		if item.Ref == capability && !item.At.IsZero() {
			return item.At
		}
	}
	return worker.At
}
