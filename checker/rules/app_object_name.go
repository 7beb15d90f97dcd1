// The rule app-object-name: an app object's name is written as the platform takes it.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var appObjectName = &checker.Rule{
	ID:       "app-object-name",
	Severity: diag.Warning,
	Title:    "the name of an app object is UPPER_SNAKE and its own",
	Why:      "the CRM platform takes the name of an app object in upper case with underscores, makes the id of its type of it, and never lets it change; people read label, singularForm and pluralForm",
	Hint:     "write the name in upper case with underscores",
	Before:   `appObject('car-lease', { name: 'Car lease', ... });`,
	After:    `appObject('car-lease', { name: 'CAR_LEASE', ... });`,
	Run:      runAppObjectName,
}

func runAppObjectName(p *checker.Pass) {
	first := map[string]*declared.Declaration{}
	for _, d := range p.Declarations {
		name := d.Options.Get("name")
		if d.Kind != declared.AppObject || !name.IsString() || isBlank(name.Text) {
			continue // missing-option and option-type speak of it
		}
		if !isUpperSnake(name.Text) {
			p.Reportf(name.At, "the app object name %s is not UPPER_SNAKE", quote(name))
		}
		if other := first[name.Text]; other != nil && other.ID != d.ID {
			p.Reportf(name.At, "the app object %q has the name %s of the app object %q", d.ID, quote(name), other.ID).
				Hintf("give each app object a name of its own")
		} else if other == nil {
			first[name.Text] = d
		}
	}
}
