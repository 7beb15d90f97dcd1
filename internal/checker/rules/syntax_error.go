package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
)

var syntaxError = &checker.Rule{
	ID:       "syntax-error",
	Severity: diag.Error,
	Blocking: true,
	Title:    "fix syntax errors",
	Why:      "a file that does not parse declares nothing; svc checks the other files without it",
	Hint:     "fix the syntax here",
	Before:   "export default defineWorker('main'",
	After:    "export default defineWorker('main');",
	Run:      reportProblems,
}
