// The rule missing-builtin: modules load with what the engine has.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/diag"
)

var missingBuiltin = &checker.Rule{
	ID:       "missing-builtin",
	Severity: diag.Error,
	Blocking: true,
	Title:    "modules load without what the checker's engine lacks",
	Why:      "modules are evaluated by an engine that has no Intl, Atomics and WebAssembly; the edge platform has them",
	Hint:     "use it where the work is done, not while the module loads",
	Before:   "const format = new Intl.NumberFormat('de');",
	After:    "const format = () => new Intl.NumberFormat('de'); // called by handlers",
	Run:      reportProblems,
}
