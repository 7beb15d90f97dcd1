package rules

import (
	"regexp"
	"slices"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var computedCapability = &checker.Rule{
	ID:       "computed-capability",
	Severity: diag.Error,
	Title:    "write worker.sync, worker.trigger and worker.cardBackend in full",
	Why: "a deploy adds the runtime code for syncs, triggers and card backends only if the worker's code contains " +
		"the name of that function; without it, every run of the capability fails",
	Hint:   "call the function by its name",
	Before: `worker[names.rows]('rows', { schedule: '1h', handler });`,
	After:  `worker.sync('rows', { schedule: '1h', handler });`,
	Run:    runComputedCapability,
}

// runComputedCapability reports capabilities of a kind that neither a file of the project nor a package names.
func runComputedCapability(p *checker.Pass) {
	named := map[declared.Kind]bool{declared.Tool: true} // tools are in every script
	for _, d := range capabilitiesOf(p) {
		if !named[d.Kind] {
			named[d.Kind] = names(p, regexp.MustCompile(`\b`+string(d.Kind)+`\b`))
		}
		if !named[d.Kind] && slices.Contains(p.Files, p.Locator.Locate(d.At).File) {
			p.Reportf(d.At, "%s is declared through a computed name: the code never contains the name %s", describe(d), d.Kind).
				Hintf("write %s in full", d.Kind)
		}
	}
}

func names(p *checker.Pass, word *regexp.Regexp) bool {
	return slices.ContainsFunc(p.Files, func(file string) bool { return word.Match(p.Source(file)) }) ||
		p.PackagesMatch != nil && p.PackagesMatch(word)
}
