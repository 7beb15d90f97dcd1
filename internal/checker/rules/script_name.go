package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/manifest"
	"github.com/appsvc/svc/internal/platform"
)

var scriptName = &checker.Rule{
	ID:       "script-name",
	Severity: diag.Error,
	Title:    "keep script names distinct and within 54 characters",
	Why: "each worker is deployed as the edge script <app>-<worker>, in lower case, with hyphens for characters other " +
		"than letters and digits",
	Hint:   "choose a shorter name",
	Before: `export default defineWorker('mirror-of-invoices-payments-and-credit-notes-of-the-ledger');`,
	After:  `export default defineWorker('ledger-mirror');`,
	Run:    runScriptName,
}

func runScriptName(p *checker.Pass) {
	name := appOption(p, "name")
	app := manifest.ScriptName(name.Text, "")
	if !hasText(name) {
		return // missing-option and option-type report it
	}
	if app == "" {
		p.Reportf(name.At, "the app's name %s has no letter a-z or digit for the script name", quote(name)).
			Hintf("add a Latin letter or a digit")
		return
	}
	if reportLongScript(p, name.At, app) {
		return // every worker's script name is longer
	}
	first := firsts[string, *declared.Declaration]{}
	for _, worker := range workersOf(p) {
		if !isWorkerName(worker.ID) {
			continue // worker-name reports it
		}
		script := manifest.ScriptName(name.Text, worker.ID)
		if earlier, taken := first.earlier(script, worker); !taken {
			reportLongScript(p, worker.IDMark(), script)
		} else if earlier.ID != worker.ID {
			p.Reportf(worker.IDMark(), "the workers %q and %q would both be deployed as %q", earlier.ID, worker.ID, script).
				Related(earlier.IDMark(), "first declared here").
				Hintf("choose names that differ in more than case and punctuation")
		}
	}
}

// reportLongScript reports a script name that is too long, and returns whether it is.
func reportLongScript(p *checker.Pass, at declared.Mark, script string) bool {
	limit := platform.ScriptName.Value
	if len(script) <= limit {
		return false
	}
	p.Reportf(at, "the script name %q has %d characters; the limit is %d", script, len(script), limit)
	return true
}
