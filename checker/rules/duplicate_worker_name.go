// The rule duplicate-worker-name: no two workers of a project have one name.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var duplicateWorkerName = &checker.Rule{
	ID:       "duplicate-worker-name",
	Severity: diag.Error,
	Title:    "no two workers of a project have one name",
	Why:      "each worker is deployed under its name: the second would replace the first",
	Hint:     "give one of the workers another name",
	Before: `// src/workers/a.ts
export default defineWorker('main');
// src/workers/b.ts
export default defineWorker('main');`,
	After: `// src/workers/b.ts
export default defineWorker('billing');`,
	Run: runDuplicateWorkerName,
}

func runDuplicateWorkerName(p *checker.Pass) {
	first := map[string]*declared.WorkerFile{}
	for _, file := range p.Workers {
		if file.Worker == nil || file.Worker.ID == "" {
			continue // worker-default-export and define-worker-form speak of these
		}
		earlier, taken := first[file.Worker.ID]
		if !taken {
			first[file.Worker.ID] = file
			continue
		}
		if samePlace(p, earlier.Worker, file.Worker) {
			p.Reportf(
				file.Worker.At, "%s is the default export of both %s and %s", describe(file.Worker), earlier.Path, file.Path,
			).
				Hintf("export it from one file only")
			continue
		}
		p.Reportf(file.Worker.IDMark(), "the worker name %q is taken", file.Worker.ID).
			Related(earlier.Worker.IDMark(), "first declared here")
	}
}
