package rules

import (
	"fmt"
	"slices"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/link"
	"github.com/appsvc/svc/internal/manifest"
	"github.com/appsvc/svc/internal/platform"
)

var scriptName = &checker.Rule{
	ID:       "script-name",
	Severity: diag.Error,
	Title:    "keep script names distinct and within 54 characters",
	Why: "svc deploys each worker as <slug>-<worker>, in lower case, with hyphens in place of other characters, and " +
		"with the environment's name at the end except in production; defineApp sets the slug, or svc derives it from " +
		"package.json or the folder's name",
	Hint:   "choose a shorter name for the worker, or set slug in defineApp",
	Before: `export default defineWorker('mirror-of-invoices-payments-and-credit-notes-of-the-ledger');`,
	After:  `export default defineWorker('ledger-mirror');`,
	Run:    runScriptName,
}

func runScriptName(p *checker.Pass) {
	if p.App == nil || !manifest.IsSlug(p.Slug) {
		return // config-default-export, app-slug, option-type or missing-option report it
	}
	first, long := firsts[string, script]{}, map[*declared.Declaration]bool{}
	environments := slices.DeleteFunc(p.Environments(), func(name string) bool { return name == link.Production })
	for _, environment := range append([]string{link.Production}, environments...) {
		if !manifest.IsSlug(environment) {
			continue // environment-option reports it
		}
		for _, one := range scriptsOf(p, environment) {
			name := manifest.ScriptName(p.Slug, one.worker) + link.Suffix(environment)
			earlier, taken := first.earlier(name, one)
			switch {
			case taken:
				reportSameScript(p, name, earlier, one)
			case !long[one.declaration]:
				long[one.declaration] = reportLongScript(p, one.at, name)
			}
			if long[p.App] {
				return // every worker's script name is longer
			}
		}
	}
}

// script is what an environment deploys for a declaration.
type script struct {
	// declaration is that of the worker, or of the app for the app worker, whose name is empty.
	declaration         *declared.Declaration
	worker, environment string
	at                  declared.Mark
}

func (s script) String() string {
	if s.worker == "" {
		return "the app worker in " + s.environment
	}
	return fmt.Sprintf("the worker %q in %s", s.worker, s.environment)
}

// scriptsOf returns the scripts of an environment, with the app worker first.
func scriptsOf(p *checker.Pass, environment string) []script {
	app := script{declaration: p.App, environment: environment, at: p.App.At}
	if slug := appOption(p, "slug"); !slug.IsAbsent() {
		app.at = slug.At
	}
	scripts := []script{app}
	for _, worker := range workersOf(p) {
		if isWorkerName(worker.ID) { // else worker-name reports it
			scripts = append(scripts, script{worker, worker.ID, environment, worker.IDMark()})
		}
	}
	return scripts
}

// reportSameScript reports two scripts of one name. Two of another environment than production are two in production.
func reportSameScript(p *checker.Pass, name string, earlier, later script) {
	switch {
	case earlier.environment != later.environment:
		p.Reportf(earlier.at, "%s and %s would both be deployed as %q", earlier, later, name).
			Related(later.at, "declared here").Hintf("rename the environment or the worker")
	case later.environment == link.Production && earlier.worker != later.worker:
		p.Reportf(later.at, "the workers %q and %q would both be deployed as %q", earlier.worker, later.worker, name).
			Related(earlier.at, "first declared here").
			Hintf("choose names that differ in more than case and punctuation")
	}
}

var appSlug = &checker.Rule{
	ID:       "app-slug",
	Severity: diag.Error,
	Title:    "deploy the app under a slug of lower-case letters, digits and hyphens",
	Why: "the names of the app's scripts start with the slug, and it is the name of the app's CRM project; by " +
		"default svc derives it from the name in package.json, or else from the folder's name",
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
		p.Reportf(p.App.At, "cannot derive a slug: neither the name in package.json nor the folder's name has "+
			"a letter a-z or a digit")
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
