// The rule duplicate-source-name: no two sources of a project have one name.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var duplicateSourceName = &checker.Rule{
	ID:       "duplicate-source-name",
	Severity: diag.Error,
	Title:    "no two sources of a project have one name",
	Why:      "the name of a source is the path of its webhook and the id of its sync",
	Hint:     "give one of the two another name",
	Before: `defineSource({ name: 'invoices', fetch });
defineSource.push({ name: 'invoices', receive, auth });`,
	After: `defineSource({ name: 'invoices', fetch });
defineSource.push({ name: 'invoice-changes', receive, auth });`,
	Run: runDuplicateSourceName,
}

func runDuplicateSourceName(p *checker.Pass) {
	first := map[string]*declared.Declaration{}
	for _, d := range p.Declarations {
		if d.Kind != declared.Source || d.ID == "" {
			continue // missing-option speaks of a source without name
		}
		earlier, taken := first[d.ID]
		if !taken {
			first[d.ID] = d
			continue
		}
		if !samePlace(p, earlier, d) {
			p.Reportf(d.IDMark(), "the source name %q is taken", d.ID).
				Related(earlier.IDMark(), "first declared here")
		}
	}
}
