package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
)

var missingBuiltin = &checker.Rule{
	ID:       "missing-builtin",
	Severity: diag.Error,
	Blocking: true,
	Title:    "do not use Intl, Atomics or WebAssembly while a module loads",
	Why:      "svc evaluates modules in an engine without Intl, Atomics and WebAssembly; the edge platform has them",
	Hint:     "use it inside a handler, not at module level",
	Before:   "const format = new Intl.NumberFormat('de');",
	After:    "const format = () => new Intl.NumberFormat('de'); // handlers call it",
	Run:      reportProblems,
}
