package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var duplicateSourceName = &checker.Rule{
	ID:       "duplicate-source-name",
	Severity: diag.Error,
	Title:    "give each source a unique name",
	Why:      "a source's name is the path of its webhook and the id of its sync",
	Hint:     "rename one of the two",
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
			continue // missing-option reports a missing name
		}
		earlier, taken := first[d.ID]
		if !taken {
			first[d.ID] = d
			continue
		}
		if !samePlace(p, earlier, d) {
			p.Reportf(d.IDMark(), "duplicate source name %q", d.ID).
				Related(earlier.IDMark(), "first declared here")
		}
	}
}
