// The rule missing-config: there is a config to read.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/diag"
)

var missingConfig = &checker.Rule{
	ID:       "missing-config",
	Severity: diag.Error,
	Blocking: true,
	Title:    "a project has a svc.config.ts",
	Why:      "defineApp, the default export of svc.config.ts, is what codegen turns into the project that a portal installs",
	Hint:     "run svc init, or change to the folder of your app",
	Before:   "// src/workers/main.ts, and no svc.config.ts beside src",
	After: `// svc.config.ts
export default defineApp({ ... });`,
	Run: reportProblems,
}
