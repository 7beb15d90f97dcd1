package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
)

var memoryLimit = &checker.Rule{
	ID:       "memory-limit",
	Severity: diag.Error,
	Blocking: true,
	Title:    "load each module with little memory",
	Why:      "the edge platform gives a worker 128 MB of memory; svc stops a module that takes more than 512 MB",
	Hint:     "build large data piece by piece in a handler",
	Before:   "const table = new Array(1e9).fill(0);",
	After:    "const table = new Map<string, number>();",
	Run:      reportProblems,
}
