package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var sourceName = &checker.Rule{
	ID:       "source-name",
	Severity: diag.Error,
	Title:    "use letters, digits, hyphens, underscores and dots in source names",
	Why:      "a push source is served at /webhooks/<name>, and the name is the id of a sync with the source",
	Hint:     "use letters, digits, hyphens, underscores and dots, at most 64 characters",
	Before:   `defineSource({ name: 'ledger/invoices', fetch });`,
	After:    `defineSource({ name: 'ledger-invoices', fetch });`,
	Run:      runSourceName,
}

func runSourceName(p *checker.Pass) {
	for _, d := range ofKind(p, declared.Source) {
		if !isBlank(d.ID) && !isPathName(d.ID) {
			p.Reportf(d.IDMark(), "the source name %s is not valid in a URL", quoteText(d.ID))
		}
	}
}
