package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var appAuth = &checker.Rule{
	ID:       "app-auth",
	Severity: diag.Error,
	Title:    "set auth to " + literals(appOptions, "auth"),
	Why: "auth decides how the app gets its access token: one static token for one account, or OAuth for each account " +
		"that installs the app",
	Hint:   "write " + literals(appOptions, "auth"),
	Before: `defineApp({ auth: { type: 'oauth' }, ... })`,
	After:  `defineApp({ auth: 'oauth', ... })`,
	Run:    wordRule(declared.App, "auth"),
}
