package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var appDistribution = &checker.Rule{
	ID:       "app-distribution",
	Severity: diag.Error,
	Title:    "set distribution to " + literals(appOptions, "distribution"),
	Why:      "distribution decides who can install the app and which rate limits the CRM applies to it",
	Hint:     "write " + literals(appOptions, "distribution"),
	Before:   `defineApp({ distribution: 'public', ... })`,
	After:    `defineApp({ distribution: 'marketplace', ... })`,
	Run:      wordRule(declared.App, "distribution"),
}
