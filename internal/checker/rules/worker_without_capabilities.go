package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
)

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
