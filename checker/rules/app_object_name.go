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
	Title:    "the name of an app object is UPPER_SNAKE",
	Why:      "the CRM platform takes the name of an app object in upper case with underscores, and it is permanent once uploaded; people read label, singularForm and pluralForm",
	Hint:     "write the name in upper case with underscores",
	Before:   `appObject('car-lease', { name: 'Car lease', ... });`,
	After:    `appObject('car-lease', { name: 'CAR_LEASE', ... });`,
	Run:      runAppObjectName,
}

func runAppObjectName(p *checker.Pass) {
	for _, d := range p.Declarations {
		name := d.Options.Get("name")
		if d.Kind != declared.AppObject || !name.IsString() || isBlank(name.Text) || isUpperSnake(name.Text) {
			continue // fine, or missing-option and option-type speak of it
		}
		p.Reportf(name.At, "the app object name %s is not UPPER_SNAKE", quote(name))
	}
}
