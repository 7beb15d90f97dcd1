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
	objects := appObjectsOf(p)
	for _, d := range ofKind(p, declared.AppObjectAssociation) {
		from, to := d.Options.Get("fromObjectType"), d.Options.Get("toObjectType")
		if !isStandard(from.Text) || !isStandard(to.Text) {
			continue
		}
		draft := p.Reportf(d.At, "%s connects %s to %s, and neither is an app object", describe(d), quote(from), quote(to))
		for _, end := range []*declared.Value{from, to} {
			if object := objects[end.Text]; object != nil {
				draft.Related(object.At, "declared here").
					Hintf("the CRM has a type %s, which wins over the app object: give the app object another id", quote(end))
				break
			}
		}
	}
}

func isStandard(objectType string) bool {
	_, standard := platform.StandardObjectType(objectType)
	return standard
}

var duplicateAssociation = &checker.Rule{
	ID:       "duplicate-association",
	Severity: diag.Error,
	Title:    "declare each association once",
	Why: "the platform identifies an association by its two object types and its name, so it cannot tell two with " +
		"the same values apart",
	Hint: "remove one of the two, or give it a different name and label",
	Before: `appObjectAssociation('a', { fromObjectType: 'invoice', toObjectType: 'company' });
appObjectAssociation('b', { fromObjectType: 'invoice', toObjectType: 'company' });`,
	After: `appObjectAssociation('a', { fromObjectType: 'invoice', toObjectType: 'company', name: 'billed_to' });
appObjectAssociation('b', { fromObjectType: 'invoice', toObjectType: 'company', name: 'paid_by' });`,
	Run: runDuplicateAssociation,
}

func runDuplicateAssociation(p *checker.Pass) {
	type ends struct{ from, to, name, label string }
	first := firsts[ends, *declared.Declaration]{}
	for _, d := range ofKind(p, declared.AppObjectAssociation) {
		from, to := d.Options.Get("fromObjectType"), d.Options.Get("toObjectType")
		if !from.IsString() || !to.IsString() {
			continue // missing-option and option-type report it
		}
		key := ends{from.Text, to.Text, d.Options.Get("name").Text, d.Options.Get("label").Text}
		earlier, taken := first.earlier(key, d)
		if taken && earlier.ID != d.ID { // duplicate-declaration-id reports those with one id
			p.Reportf(d.At, "%s connects %s to %s, as %s already does", describe(d), quote(from), quote(to), describe(earlier)).
				Related(earlier.At, "first declared here")
		}
	}
}
