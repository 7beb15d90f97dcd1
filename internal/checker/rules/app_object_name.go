package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var appObjectName = &checker.Rule{
	ID:       "app-object-name",
	Severity: diag.Warning,
	Title:    "give each app object a unique UPPER_SNAKE name",
	Why: "the CRM platform requires upper case with underscores and derives the type's permanent id from the name; " +
		"people see label, singularForm and pluralForm",
	Hint:   "write the name in upper case with underscores",
	Before: `appObject('car-lease', { name: 'Car lease', ... });`,
	After:  `appObject('car-lease', { name: 'CAR_LEASE', ... });`,
	Run:    runAppObjectName,
}

func runAppObjectName(p *checker.Pass) {
	first := firsts[string, *declared.Declaration]{}
	for _, d := range ofKind(p, declared.AppObject) {
		name := d.Options.Get("name")
		if !hasText(name) {
			continue // missing-option and option-type report it
		}
		if !isUpperSnake(name.Text) {
			p.Reportf(name.At, "the app object name %s is not UPPER_SNAKE", quote(name))
		}
		if other, taken := first.earlier(name.Text, d); taken && other.ID != d.ID {
			p.Reportf(name.At, "the app object %q has the same name %s as the app object %q", d.ID, quote(name), other.ID).
				Hintf("give each app object a unique name")
		}
	}
}
