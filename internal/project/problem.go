package project

import (
	"errors"
	"strings"

	"github.com/appsvc/svc/internal/bundle"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/projectfs"
)

// Rules that report problems.
const (
	ruleMissingConfig   = "missing-config"
	ruleSyntax          = "syntax-error"
	ruleThrows          = "throws-at-import"
	ruleUnresolved      = "unresolved-import"
	ruleRefused         = "refused-import"
	ruleVersionMismatch = "sdk-version-mismatch"
	ruleScriptSize      = "script-size"
)

// unreadHint is the hint about a file that cannot be read. Its syntax is unknown, so that of the rule does not fit.
const unreadHint = "replace it with a UTF-8 text file that svc may read, or remove it"

// missingConfig is the problem of a folder without a config.
func missingConfig(dir string) declared.Problem {
	problem := declared.Problem{
		Rule: ruleMissingConfig, Message: "no " + defaultConfig + " in this folder",
		At: declared.At(diag.Span{File: defaultConfig, Line: 1, Column: 1, EndLine: 1, EndColumn: 1}),
	}
	if apps := projectfs.AppsBelow(dir); len(apps) > 0 {
		problem.Hint = "change to the folder of an app: " + strings.Join(apps, ", ")
	}
	return problem
}

// Unusable is the problem of a file of the project that the caller reads.
func Unusable(file, why, fix string) declared.Problem {
	return declared.Problem{Rule: ruleSyntax, Message: "cannot use the file: " + why, Hint: fix, At: startOf(file)}
}

// unreadable is the problem of a file that svc reads by its name.
func unreadable(file string, err error) declared.Problem { return unread(file, projectfs.Reason(err)) }

func unread(file, why string) declared.Problem {
	fault := bundle.Unread(file, why)
	return declared.Problem{Rule: ruleSyntax, Message: fault.Text, Hint: unreadHint, At: declared.At(fault.Span)}
}

// fileOf returns the file that an error names.
func fileOf(err error) string {
	var refused *projectfs.Error
	if errors.As(err, &refused) {
		return refused.Path
	}
	return ""
}
