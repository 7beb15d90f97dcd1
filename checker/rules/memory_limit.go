// The rule memory-limit: a module loads in little memory.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/diag"
)

var memoryLimit = &checker.Rule{
	ID:       "memory-limit",
	Severity: diag.Error,
	Blocking: true,
	Title:    "a module loads in little memory",
	Why:      "the edge platform gives a worker 128 MB",
	Hint:     "build large data in a handler, piece by piece",
	Before:   "const table = new Array(1e9).fill(0);",
	After:    "const table = new Map<string, number>();",
	Run:      reportProblems,
}
