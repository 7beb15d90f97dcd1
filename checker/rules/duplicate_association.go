// The rule duplicate-association: an association is declared once.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var duplicateAssociation = &checker.Rule{
	ID:       "duplicate-association",
	Severity: diag.Error,
	Title:    "no two associations tie the same object types under the same name",
	Why:      "an association is told apart by its two object types and its name: a second one like it is the same again",
	Hint:     "remove one of the two, or give it a name and label of its own",
	Before: `appObjectAssociation('a', { fromObjectType: 'invoice', toObjectType: 'company' });
appObjectAssociation('b', { fromObjectType: 'invoice', toObjectType: 'company' });`,
	After: `appObjectAssociation('a', { fromObjectType: 'invoice', toObjectType: 'company', name: 'billed_to' });
appObjectAssociation('b', { fromObjectType: 'invoice', toObjectType: 'company', name: 'paid_by' });`,
	Run: runDuplicateAssociation,
}

func runDuplicateAssociation(p *checker.Pass) {
	type tie struct{ from, to, name, label string }
	first := map[tie]*declared.Declaration{}
	for _, d := range p.Declarations {
		from, to := d.Options.Get("fromObjectType"), d.Options.Get("toObjectType")
		if d.Kind != declared.AppObjectAssociation || !from.IsString() || !to.IsString() {
			continue // missing-option and option-type speak of it
		}
		key := tie{from.Text, to.Text, d.Options.Get("name").Text, d.Options.Get("label").Text}
		earlier, taken := first[key]
		if !taken {
			first[key] = d
			continue
		}
		if earlier.ID != d.ID { // duplicate-declaration-id speaks of those with one id
			p.Reportf(d.At, "%s ties %s to %s as %s does", describe(d), quote(from), quote(to), describe(earlier)).
				Related(earlier.At, "first declared here")
		}
	}
}
