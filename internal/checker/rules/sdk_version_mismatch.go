package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
)

var sdkVersionMismatch = &checker.Rule{
	ID:       "sdk-version-mismatch",
	Severity: diag.Warning,
	Title:    "use the same version of svc and @svc/sdk",
	Why:      "svc reads the declarations that the SDK makes; the two are developed and tested together",
	Hint:     "install the same version of both",
	Before:   `"@svc/sdk": "0.1.0" // with svc 0.2.0`,
	After:    `"@svc/sdk": "0.2.0" // with svc 0.2.0`,
	Run:      reportProblems,
}
