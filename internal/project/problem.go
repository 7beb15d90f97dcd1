// This file says what kept source from loading, as problems.

package project

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/appsvc/svc/internal/bundle"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

// The rules that report problems.
const (
	ruleMissingConfig   = "missing-config"
	ruleSyntax          = "syntax-error"
	ruleUnresolved      = "unresolved-import"
	ruleVersionMismatch = "sdk-version-mismatch"
)

// versionMismatch says which of the SDK and the tool is older.
func versionMismatch(installed, own string, at declared.Mark) declared.Problem {
	hint := "upgrade the tool: npm install --global svc@" + installed
	if isOlder(installed, own) {
		hint = "upgrade the package: npm install @svc/sdk@" + own
	}
	return declared.Problem{
		Rule: ruleVersionMismatch, Hint: hint, At: at,
		Message: fmt.Sprintf("the project has @svc/sdk %s installed, but this svc is made for %s", installed, own),
	}
}

// isOlder compares two versions number by number; a pre-release is older than its release.
func isOlder(a, b string) bool {
	coreA, preA, _ := strings.Cut(a, "-")
	coreB, preB, _ := strings.Cut(b, "-")
	partsA, partsB := strings.Split(coreA, "."), strings.Split(coreB, ".")
	for i := range max(len(partsA), len(partsB)) {
		if x, y := numberAt(partsA, i), numberAt(partsB, i); x != y {
			return x < y
		}
	}
	if preA == "" || preB == "" {
		return preA != "" // only a is a pre-release
	}
	return preA < preB
}

func numberAt(parts []string, i int) int {
	if i >= len(parts) {
		return 0
	}
	n, _ := strconv.Atoi(parts[i]) // what is no number counts as zero
	return n
}

// missingConfig is the problem of a folder without a config.
func missingConfig() declared.Problem {
	return declared.Problem{
		Rule: ruleMissingConfig, Message: "no " + configNames[0] + " in this folder",
		At: declared.At(diag.Span{File: configNames[0], Line: 1, Column: 1, EndLine: 1, EndColumn: 1}),
	}
}

// bundleProblem is what a fault of the bundler means to the user.
func bundleProblem(f bundle.Fault) declared.Problem {
	p := declared.Problem{Rule: ruleSyntax, Message: f.Text, At: declared.At(f.Span)}
	if f.Kind == bundle.Unresolved {
		p.Rule = ruleUnresolved
		p.Message = fmt.Sprintf("cannot resolve %q", f.Import)
	}
	for _, note := range f.Notes {
		if note.Span.File != "" {
			p.Related = append(p.Related, declared.RelatedMark{Message: note.Text, At: declared.At(note.Span)})
		}
	}
	return p
}
