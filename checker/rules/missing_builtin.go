// The rule missing-builtin: modules load with what the engine has.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/diag"
)

var missingBuiltin = &checker.Rule{
	ID:       "missing-builtin",
	Severity: diag.Error,
	Title:    "modules load without what the checker's engine lacks",
	Why:      "checking evaluates modules in an engine that has no Intl and no eval; handlers run on the edge platform, which has Intl",
	Hint:     "use it inside of a handler, not while the module loads",
	Before:   "const format = new Intl.NumberFormat('de');",
	After:    "const format = () => new Intl.NumberFormat('de'); // called by handlers",
	Run:      reportProblems,
}
