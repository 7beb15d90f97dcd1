// The rule sdk-version-mismatch: the installed SDK and the tool fit together.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/diag"
)

var sdkVersionMismatch = &checker.Rule{
	ID:       "sdk-version-mismatch",
	Severity: diag.Warning,
	Title:    "the installed @svc/sdk and the tool are of one version",
	Why:      "declarations are read by the tool and run by the SDK: the two are made and tested together",
	Hint:     "bring both to one version",
	Before:   `"@svc/sdk": "0.1.0" // with svc 0.2.0`,
	After:    `"@svc/sdk": "0.2.0" // with svc 0.2.0`,
	Run:      reportProblems,
}
