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
	Why: "each worker is deployed as the edge script <slug>-<worker>, in lower case, with hyphens for characters " +
		"other than letters and digits; the slug is slug of defineApp, or made from package.json or the folder's name",
	Hint:   "choose a shorter name for the worker, or set slug in defineApp",
	Before: `export default defineWorker('mirror-of-invoices-payments-and-credit-notes-of-the-ledger');`,
	After:  `export default defineWorker('ledger-mirror');`,
	Run:    runScriptName,
}

func runScriptName(p *checker.Pass) {
	if p.App == nil || !manifest.IsSlug(p.Slug) {
		return // config-default-export, app-slug, option-type or missing-option report it
	}
	at := p.App.At
	if slug := appOption(p, "slug"); !slug.IsAbsent() {
		at = slug.At
	}
	if reportLongScript(p, at, p.Slug) {
		return // every worker's script name is longer
	}
	first := firsts[string, *declared.Declaration]{}
	for _, worker := range workersOf(p) {
		if !isWorkerName(worker.ID) {
			continue // worker-name reports it
		}
		script := manifest.ScriptName(p.Slug, worker.ID)
		if earlier, taken := first.earlier(script, worker); !taken {
			reportLongScript(p, worker.IDMark(), script)
		} else if earlier.ID != worker.ID {
			p.Reportf(worker.IDMark(), "the workers %q and %q would both be deployed as %q", earlier.ID, worker.ID, script).
				Related(earlier.IDMark(), "first declared here").
				Hintf("choose names that differ in more than case and punctuation")
		}
	}
}

var appSlug = &checker.Rule{
	ID:       "app-slug",
	Severity: diag.Error,
	Title:    "deploy the app under a slug of lower-case letters, digits and hyphens",
	Why: "the slug starts the names of the app's scripts and names its CRM project; by default it is made from the name " +
		"in package.json or else from the folder's name",
	Hint:   "write slug: 'my-app', with lower-case letters, digits and single hyphens",
	Before: `defineApp({ name: 'Ledger Bridge', slug: 'Ledger Bridge', ... })`,
	After:  `defineApp({ name: 'Ledger Bridge', slug: 'ledger-bridge', ... })`,
	Run:    runAppSlug,
}

func runAppSlug(p *checker.Pass) {
	slug := appOption(p, "slug")
	switch {
	case p.App == nil || manifest.IsSlug(p.Slug):
	case hasText(slug):
		draft := p.Reportf(slug.At, "invalid slug %s: expected lower-case letters, digits and single hyphens", quote(slug))
		if made := manifest.Slug(slug.Text); manifest.IsSlug(made) {
			draft.Hintf("write %s", quoteText(made))
		}
	case slug.IsAbsent():
		p.Reportf(p.App.At, "the app has no slug: package.json and the folder have no name with a letter a-z or a digit")
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
