package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
)

var missingConfig = &checker.Rule{
	ID:       "missing-config",
	Severity: diag.Error,
	Blocking: true,
	Title:    "add svc.config.ts to the project",
	Why: "svc reads the app from the default export of svc.config.ts, and codegen turns it into the project that a " +
		"portal installs",
	Hint:   "run 'svc init', or change to the app's folder",
	Before: "// src/workers/main.ts exists, but svc.config.ts does not",
	After: `// svc.config.ts
export default defineApp({ ... });`,
	Run: reportProblems,
}
