package rules

import (
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
)

var workerName = &checker.Rule{
	ID:       "worker-name",
	Severity: diag.Error,
	Title:    "name workers with letters, digits, hyphens and underscores",
	Why:      "the name of a worker is part of its script name, of URLs and of command arguments such as <worker>/<id>",
	Hint:     "use at most 64 letters, digits, hyphens and underscores, and start with a letter or digit",
	Before:   `export default defineWorker('Lead routing');`,
	After:    `export default defineWorker('lead-routing');`,
	Run:      runWorkerName,
}

// appWorkerName is the folder of the app worker in a build, and its host name on a developer's machine.
const appWorkerName = "app"

func runWorkerName(p *checker.Pass) {
	for _, d := range p.Declarations {
		switch {
		case d.Kind != declared.Worker || isBlank(d.ID):
			continue // worker-default-export and define-worker-form report blank names
		case !isWorkerName(d.ID):
			p.Reportf(d.IDMark(), "the worker name %s is not valid in URLs and script names", quoteText(d.ID))
		case strings.EqualFold(d.ID, appWorkerName):
			p.Reportf(d.IDMark(), "the worker name %s is reserved for the app worker", quoteText(d.ID)).
				Hintf("rename the worker")
		}
	}
}

func isWorkerName(name string) bool {
	return isPathName(name) && !strings.Contains(name, ".") && name[0] != '-' && name[0] != '_'
}

// isPathName reports whether a name is valid in a URL path and in a uid: letters, digits, `_`, `.` and `-`, not only
// dots, and within the length of a uid.
func isPathName(name string) bool {
	for _, r := range name {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
		if !letter && !strings.ContainsRune("_.-", r) {
			return false
		}
	}
	return strings.Trim(name, ".") != "" && len(name) <= platform.UIDLength.Value
}

var workerWithoutCapabilities = &checker.Rule{
	ID:       "worker-without-capabilities",
	Severity: diag.Warning,
	Title:    "register at least one capability on each worker",
	Why:      "a worker without capabilities is deployed but does nothing",
	Hint: "register a capability with worker.tool, worker.cardBackend, worker.trigger, worker.sync or worker.use, or " +
		"remove the file",
	Before: `export default defineWorker('main');`,
	After: `const worker = defineWorker('main');
worker.tool('send-reminder', reminder);
export default worker;`,
	Run: runWorkerWithoutCapabilities,
}

func runWorkerWithoutCapabilities(p *checker.Pass) {
	for _, file := range p.Workers {
		if w := file.Worker; w != nil && file.Evaluated && len(w.Capabilities) == 0 && len(w.Errors) == 0 {
			p.Reportf(w.At, "%s has no capabilities", describe(w))
		}
	}
}

var duplicateWorkerName = &checker.Rule{
	ID:       "duplicate-worker-name",
	Severity: diag.Error,
	Title:    "give each worker a unique name",
	Why:      "svc deploys each worker under its name, so the second would replace the first",
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
