package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/tsedit"
)

var configDefaultExport = &checker.Rule{
	ID:       "config-default-export",
	Severity: diag.Error,
	Title:    "export the app as default from svc.config.ts",
	Why: "svc builds the project that portals install from the default export of svc.config.ts, which must be the " +
		"result of defineApp",
	Hint:   "write export default defineApp({ ... })",
	Before: `export const app = defineApp({ ... });`,
	After:  `export default defineApp({ ... });`,
	Run:    runConfigDefaultExport,
}

func runConfigDefaultExport(p *checker.Pass) {
	if p.ConfigFile == "" || somethingFailed(p) {
		return // missing-config reports it, or the config may not have been evaluated completely
	}
	others := otherApps(p)
	for _, d := range others {
		draft := p.Reportf(d.At, "%s is not the default export of %s", describe(d), p.ConfigFile)
		if p.App != nil {
			draft.Warn().Hintf("remove it; a project has one app").Related(p.App.At, "the app of this project")
		} else if len(others) == 1 && p.Locator.Locate(d.At).File == p.ConfigFile {
			draft.ExportDefault()
		}
	}
	if p.App == nil && len(others) == 0 {
		value, at := defaultExport(p, p.ConfigFile)
		draft := p.Reportf(at, "the default export of %s is not an app", p.ConfigFile)
		if isFunction(value) {
			draft.Hintf("export the result of defineApp itself, not a function that returns it")
		}
	}
}

// defaultExport returns what a file exports as default, as tsedit.DefaultValue names it, and where that is: the start
// of a file that has no default export.
func defaultExport(p *checker.Pass, file string) (value string, at declared.Mark) {
	text := string(p.Source(file))
	value, offset := tsedit.DefaultValue(text)
	line, column := tsedit.Place(text, max(offset, 0))
	return value, declared.At(diag.Span{File: file, Line: line, Column: column, EndLine: line, EndColumn: column + 1})
}

// isFunction reports whether a value that defaultExport returned is a function.
func isFunction(value string) bool { return value == "a function" || value == "an async function" }

// otherApps returns the declared apps other than the project's.
func otherApps(p *checker.Pass) []*declared.Declaration {
	var others []*declared.Declaration
	for _, d := range ofKind(p, declared.App) {
		if p.App == nil || !samePlace(p, p.App, d) {
			others = append(others, d)
		}
	}
	return others
}

// somethingFailed reports whether any source could not be evaluated. The config may import any file, so every
// failure can be the reason for its missing default export.
func somethingFailed(p *checker.Pass) bool {
	for _, problem := range p.Problems {
		if problem.Rule != sdkVersionMismatch.ID && problem.Rule != typesPathHidden.ID {
			return true // these two are advice
		}
	}
	return false
}
