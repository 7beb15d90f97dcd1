package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var triggerDedup = &checker.Rule{
	ID:       "trigger-dedup",
	Severity: diag.Error,
	Title:    "set dedup to " + literals(triggerOptions, "dedup"),
	Why:      "'strict' claims the delivery id before it reads the store; 'best-effort' skips the claim",
	Hint:     "write dedup: 'strict', or remove it for 'best-effort'",
	Before:   `dedup: true,`,
	After:    `dedup: 'strict',`,
	Run:      wordRule(declared.Trigger, "dedup"),
}
