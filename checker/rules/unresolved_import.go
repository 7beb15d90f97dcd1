// The rule unresolved-import: every import leads somewhere.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/diag"
)

var unresolvedImport = &checker.Rule{
	ID:       "unresolved-import",
	Severity: diag.Error,
	Blocking: true,
	Title:    "every import leads to a file or to an installed package",
	Why:      "a worker is deployed as one bundle: what it imports must be there when it is built",
	Hint:     "correct the path, or install the package",
	Before:   "import { invoice } from './invioce';",
	After:    "import { invoice } from './invoice';",
	Run:      reportProblems,
}
