// The rule endless-evaluation: a module comes to its end.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/diag"
)

var endlessEvaluation = &checker.Rule{
	ID:       "endless-evaluation",
	Severity: diag.Error,
	Blocking: true,
	Title:    "a module comes to its end",
	Why:      "the edge platform gives a worker 1 second to start; checking gives it 5",
	Hint:     "move the work into a handler",
	Before:   "while (!ready) {}",
	After: `worker.tool('wait', {
  handler: () => retryLater('not ready', 5),
});`,
	Run: reportProblems,
}
