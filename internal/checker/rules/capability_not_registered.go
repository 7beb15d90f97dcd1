package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
)

var capabilityNotRegistered = &checker.Rule{
	ID:       "capability-not-registered",
	Severity: diag.Warning,
	Title:    "register standalone capabilities on a worker",
	Why: "the standalone functions tool, action, cardBackend, trigger and sync only build definitions; svc deploys " +
		"the capabilities of workers",
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
