package rules

import (
	"github.com/appsvc/svc/internal/checker"
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
	Run: uniqueIDs(declared.Source),
}
