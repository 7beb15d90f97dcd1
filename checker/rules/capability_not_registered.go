// The rule capability-not-registered: a capability that was built stands on a worker.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var capabilityNotRegistered = &checker.Rule{
	ID:       "capability-not-registered",
	Severity: diag.Warning,
	Title:    "a capability that is built apart is registered on a worker",
	Why:      "the standalone tool, action, cardBackend, trigger and sync build definitions without registering them; only a worker's capabilities are deployed",
	Hint:     "pass it to worker.use(...) or to defineWorker(name, { use: [...] })",
	Before:   `export const reminder = tool('send-reminder', { ... });`,
	After: `export const reminder = tool('send-reminder', { ... });
// src/workers/main.ts
export default defineWorker('main', { use: [reminder] });`,
	Run: runCapabilityNotRegistered,
}

func runCapabilityNotRegistered(p *checker.Pass) {
	if !allEvaluated(p) {
		return // the file that failed may be the one that registers it
	}
	type name struct {
		kind declared.Kind
		id   string
	}
	registered := map[name]bool{}
	for _, d := range p.Declarations {
		if d.Worker != nil {
			registered[name{d.Kind, d.ID}] = true
		}
	}
	for _, d := range p.Declarations {
		if !d.Kind.IsCapability() || registered[name{d.Kind, d.ID}] {
			continue // on a worker; or its module was evaluated in another part of the project too
		}
		p.Reportf(d.At, "%s is on no worker", describe(d))
	}
}
