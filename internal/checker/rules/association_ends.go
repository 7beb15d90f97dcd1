package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
)

var associationEnds = &checker.Rule{
	ID:       "association-ends",
	Severity: diag.Warning,
	Title:    "use an app object at one end of each association",
	Why:      "an app object association connects an app object to another type; the CRM associates its own types already",
	Hint:     "use an app object of this app at one end",
	Before:   `appObjectAssociation('a', { fromObjectType: 'contact', toObjectType: 'company' });`,
	After:    `appObjectAssociation('a', { fromObjectType: 'ledger-invoice', toObjectType: 'company' });`,
	Run:      runAssociationEnds,
}

func runAssociationEnds(p *checker.Pass) {
	for _, d := range ofKind(p, declared.AppObjectAssociation) {
		from, to := d.Options.Get("fromObjectType"), d.Options.Get("toObjectType")
		if isStandard(from.Text) && isStandard(to.Text) {
			p.Reportf(d.At, "%s connects %s to %s, and neither is an app object", describe(d), quote(from), quote(to))
		}
	}
}

func isStandard(objectType string) bool {
	_, standard := platform.StandardObjectType(objectType)
	return standard
}
