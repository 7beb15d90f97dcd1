package rules

import (
	"slices"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
)

var fieldControl = &checker.Rule{
	ID:       "field-control",
	Severity: diag.Warning,
	Title:    "use a fieldType that exists and fits the type",
	Why: "fieldType is the field's UI control; the platform rejects unknown controls and controls that cannot hold " +
		"the type",
	Hint:   "remove fieldType to use the type's default control",
	Before: `tone: { type: 'enumeration', fieldType: 'dropdown', options: ['friendly', 'firm'] },`,
	After:  `tone: { type: 'enumeration', fieldType: 'select', options: ['friendly', 'firm'] },`,
	Run:    runFieldControl,
}

// controls are the UI controls of the platform's property API.
var controls = []string{
	"booleancheckbox", "calculation_equation", "checkbox", "date", "file", "html", "number", "phonenumber",
	"radio", "select", "text", "textarea",
}

// otherNamesOfControls are names that other systems have for the controls.
var otherNamesOfControls = map[string]string{
	"dropdown": "select", "combobox": "select", "input": "text", "string": "text", "multiselect": "checkbox",
	"multiline": "textarea", "datetime": "date", "datepicker": "date", "toggle": "booleancheckbox",
	"boolean": "booleancheckbox", "bool": "booleancheckbox", "switch": "booleancheckbox", "phone": "phonenumber",
}

// unfitControls are the controls that cannot hold the values of a type.
var unfitControls = map[string][]string{
	"string":      {"number", "date", "checkbox", "booleancheckbox"},
	"json":        {"number", "date", "checkbox", "booleancheckbox"},
	"number":      {"date", "checkbox", "booleancheckbox", "file", "html", "textarea", "phonenumber"},
	"bool":        {"number", "date", "file", "html", "text", "textarea", "phonenumber"},
	"enumeration": {"number", "date", "file", "html", "text", "textarea", "phonenumber"},
	"datetime":    {"number", "checkbox", "booleancheckbox", "select", "radio", "file", "html", "textarea", "phonenumber"},
}

func runFieldControl(p *checker.Pass) {
	eachField(p, func(f field) {
		control := f.value.Get("fieldType")
		switch {
		case !control.IsString():
			return // unset, or field-member-type reports it
		case !slices.Contains(controls, control.Text):
			draft := p.Reportf(control.At, "%s has the unknown control %s; known controls are %s",
				f, quote(control), oneOf(controls))
			if meant := otherNamesOfControls[control.Text]; meant != "" {
				draft.Hintf("write fieldType: '%s'", meant).Replace(control.Text, meant, diag.Safe)
				return
			}
			draft.Suggest(control.Text, controls)
		case slices.Contains(unfitControls[f.fieldType()], control.Text):
			p.Reportf(control.At, "%s has the control %q, which cannot hold values of type %s", f, control.Text, f.fieldType())
		}
	})
}
