// The rule script-name: app and worker give the edge script a name that it can have.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/manifest"
	"github.com/appsvc/svc/internal/platform"
)

var scriptName = &checker.Rule{
	ID:       "script-name",
	Severity: diag.Error,
	Title:    "app and worker names make script names that are distinct and at most 54 characters long",
	Why:      "each worker is deployed as the edge script <app>-<worker>, in lower case, with hyphens for what is no letter or digit",
	Hint:     "choose a shorter name",
	Before:   `export default defineWorker('mirror-of-invoices-payments-and-credit-notes-of-the-ledger');`,
	After:    `export default defineWorker('ledger-mirror');`,
	Run:      runScriptName,
}

func runScriptName(p *checker.Pass) {
	name := appOption(p, "name")
	app := manifest.ScriptName(name.Text, "")
	if !name.IsString() || isBlank(name.Text) {
		return // missing-option and option-type speak of it
	}
	if app == "" {
		p.Reportf(name.At, "the app's name %s has no letter a-z and no digit, of which a script's name is made", quote(name)).
			Hintf("add a latin letter or a digit")
		return
	}
	if reportLongScript(p, name.At, app) {
		return // every worker's is longer
	}
	first := map[string]*declared.Declaration{}
	for _, worker := range workersOf(p) {
		if !isWorkerName(worker.ID) {
			continue // worker-name speaks of it
		}
		script := manifest.ScriptName(name.Text, worker.ID)
		earlier, taken := first[script]
		if !taken {
			first[script] = worker
			reportLongScript(p, worker.IDMark(), script)
		} else if earlier.ID != worker.ID {
			p.Reportf(worker.IDMark(), "the workers %q and %q would both be deployed as %q", earlier.ID, worker.ID, script).
				Related(earlier.IDMark(), "first declared here").Hintf("choose names that differ in more than case and punctuation")
		}
	}
}

// reportLongScript reports a script name that is too long.
func reportLongScript(p *checker.Pass, at declared.Mark, script string) bool {
	most := platform.ScriptName.Value
	if len(script) <= most {
		return false
	}
	p.Reportf(at, "the script name %q has %d characters, more than %d", script, len(script), most)
	return true
}
