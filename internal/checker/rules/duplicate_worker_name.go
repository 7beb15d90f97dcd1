package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var duplicateWorkerName = &checker.Rule{
	ID:       "duplicate-worker-name",
	Severity: diag.Error,
	Title:    "give each worker a unique name",
	Why:      "each worker is deployed under its name, so the second would replace the first",
	Hint:     "rename one of the workers",
	Before: `// src/workers/a.ts
export default defineWorker('main');
// src/workers/b.ts
export default defineWorker('main');`,
	After: `// src/workers/b.ts
export default defineWorker('billing');`,
	Run: runDuplicateWorkerName,
}

func runDuplicateWorkerName(p *checker.Pass) {
	first := firsts[string, *declared.WorkerFile]{}
	for _, file := range p.Workers {
		if file.Worker == nil || file.Worker.ID == "" {
			continue // worker-default-export and define-worker-form report these
		}
		earlier, taken := first.earlier(file.Worker.ID, file)
		if !taken {
			continue
		}
		if samePlace(p, earlier.Worker, file.Worker) {
			p.Reportf(file.Worker.At, "%s is the default export of both %s and %s",
				describe(file.Worker), earlier.Path, file.Path).
				Hintf("export it from one file only")
			continue
		}
		p.Reportf(file.Worker.IDMark(), "duplicate worker name %q", file.Worker.ID).
			Related(earlier.Worker.IDMark(), "first declared here")
	}
}
