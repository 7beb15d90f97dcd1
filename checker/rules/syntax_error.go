// The rule syntax-error: source parses.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/diag"
)

var syntaxError = &checker.Rule{
	ID:       "syntax-error",
	Severity: diag.Error,
	Blocking: true,
	Title:    "source parses",
	Why:      "a file that does not parse declares nothing; the other files are checked without it",
	Hint:     "mend the file at this place",
	Before:   "export default defineWorker('main'",
	After:    "export default defineWorker('main');",
	Run:      reportProblems,
}
