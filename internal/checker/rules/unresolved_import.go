package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
)

var unresolvedImport = &checker.Rule{
	ID:       "unresolved-import",
	Severity: diag.Error,
	Blocking: true,
	Title:    "import only existing files and installed packages",
	Why:      "the build bundles each worker with everything that it imports, so every import must resolve",
	Hint:     "correct the path, or install the package",
	Before:   "import { invoice } from './invioce';",
	After:    "import { invoice } from './invoice';",
	Run:      reportProblems,
}
