package rules

import (
	"slices"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/tsedit"
)

var undeclaredName = &checker.Rule{
	ID:       "undeclared-name",
	Severity: diag.Error,
	Title:    "declare or import the names that code uses",
	Why: "a name that neither the code nor its host declares throws a ReferenceError where it is used; workers run " +
		"on the edge platform, cards in a browser",
	Hint: "import or declare it, or correct the name",
	Before: `import { defineWorker } from '@svc/sdk';
worker.tool('remind', { handler: () => ok(), ... });`,
	After: `import { defineWorker, ok } from '@svc/sdk';
worker.tool('remind', { handler: () => ok(), ... });`,
	Run: runUndeclaredName,
}

// handlerFunctions are the functions of the SDK that handlers call.
var handlerFunctions = []string{
	"ok", "failContinue", "failStop", "retryLater", "block", "usesScopes", "lookupInstall", "handOff",
}

func runUndeclaredName(p *checker.Pass) {
	globals := platform.EdgeGlobals(appOption(p, "nodeCompat").Bool)
	eachUse(p, declared.UndeclaredName, func(use declared.Use) {
		name := use.Path[0]
		if _, isGlobal := slices.BinarySearch(globals, name); isGlobal || name == "process" && readsProcessEnv(p) {
			return
		}
		draft := p.Reportf(use.At, "%s is not declared", name)
		switch exported, module := importOf(p, use); {
		case module != "":
			draft.Hintf("%q exports no value %q: correct the name there", module, exported)
		case slices.Contains(handlerFunctions, name):
			draft.Hintf("import { %s } from '@svc/sdk'", name)
		case platform.ModuleHint(name) != "":
			draft.Hintf("%s", platform.ModuleHint(name))
		case platform.IsNodeGlobal(name):
			draft.Hintf("write nodeCompat: true in defineApp: %s is a global of Node", name)
		default:
			draft.SuggestIdentifier(name, slices.Concat(handlerFunctions, globals))
		}
	})
	undeclaredInCards(p)
}

// importOf returns what the file of a use imports under its name. The bundler drops an import through a file that
// re-exports a name which the other file does not have, because the name may be that of a type.
func importOf(p *checker.Pass, use declared.Use) (exported, module string) {
	return tsedit.ImportOf(string(p.Source(p.Locator.Locate(use.At).File)), use.Path[0])
}

// undeclaredInCards reports names in the code of cards. One that a worker uses, too, has its finding.
func undeclaredInCards(p *checker.Pass) {
	reported := map[diag.Span]bool{} // a local file of several cards
	eachUse(p, declared.UndeclaredCardName, func(use declared.Use) {
		name, at := use.Path[0], p.Locator.Locate(use.At)
		if reported[at] {
			return
		}
		reported[at] = true
		draft := p.Reportf(use.At, "%s is not declared", name)
		if use.Text == declared.OfElement {
			draft.Hintf("import %s from %q, or correct the name", name, p.Vendor.UIPackage)
		} else {
			draft.SuggestIdentifier(name, platform.BrowserGlobals())
		}
	})
}

// readsProcessEnv reports whether process-env has findings.
func readsProcessEnv(p *checker.Pass) bool {
	return slices.ContainsFunc(p.Uses, func(use declared.Use) bool { return use.Kind == declared.ProcessEnv })
}
