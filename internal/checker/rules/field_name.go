package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var fieldName = &checker.Rule{
	ID:       "field-name",
	Severity: diag.Warning,
	Title:    "name fields with letters, digits and underscores",
	Why: "the CRM platform uses the name in its API and in templates such as {{name}}; it accepts letters, digits and " +
		"underscores, and no leading digit",
	Hint:   "rename the field, and put the display text in label",
	Before: `'Amount due': { type: 'number' },`,
	After:  `amount_due: { type: 'number', label: 'Amount due' },`,
	Run:    runFieldName,
}

func runFieldName(p *checker.Pass) {
	eachField(p, func(f field) {
		if name, at := f.storedName(); !isIdentifier(name) {
			p.Reportf(at, "%s has a name that the CRM platform rejects", f)
		}
	})
}

// storedName returns the field's name in the CRM and its position. A property may set a name other than its key.
func (f field) storedName() (string, declared.Mark) {
	if given := f.value.Get("name"); f.isProperty() && hasText(given) {
		return given.Text, given.At
	}
	return f.name, f.value.At
}

// isIdentifier reports whether a name consists of ASCII letters, digits and underscores, without a leading digit.
func isIdentifier(name string) bool {
	for i, r := range name {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r == '_':
		case r >= '0' && r <= '9' && i > 0:
		default:
			return false
		}
	}
	return name != ""
}
