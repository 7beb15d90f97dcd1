package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
)

var endlessEvaluation = &checker.Rule{
	ID:       "endless-evaluation",
	Severity: diag.Error,
	Blocking: true,
	Title:    "finish loading a module within 5 seconds",
	Why:      "the edge platform gives a worker 1 second to start; svc stops a module after 5 seconds",
	Hint:     "move the work into a handler",
	Before:   "while (!ready) {}",
	After: `worker.tool('wait', {
  handler: () => retryLater('not ready', 5),
});`,
	Run: reportProblems,
}
