package project

import (
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

// Rules that report problems.
const (
	ruleMissingConfig   = "missing-config"
	ruleSyntax          = "syntax-error"
	ruleUnresolved      = "unresolved-import"
	ruleVersionMismatch = "sdk-version-mismatch"
)

// missingConfig is the problem of a folder without a config.
func missingConfig() declared.Problem {
	return declared.Problem{
		Rule: ruleMissingConfig, Message: "no " + configNames[0] + " in this folder",
		At: declared.At(diag.Span{File: configNames[0], Line: 1, Column: 1, EndLine: 1, EndColumn: 1}),
	}
}
