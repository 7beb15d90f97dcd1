// The rule field-control: a field's UI control exists, and fits its type.

package rules

import (
	"slices"

	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/diag"
)

var fieldControl = &checker.Rule{
	ID:       "field-control",
	Severity: diag.Warning,
	Title:    "fieldType is a UI control that the CRM platform has, and it fits the type",
	Why:      "fieldType is the UI control of the field: the platform refuses controls that it does not have, and those that cannot hold the type",
	Hint:     "remove fieldType to get the default control of the type",
	Before:   `tone: { type: 'enumeration', fieldType: 'dropdown', options: ['friendly', 'firm'] },`,
	After:    `tone: { type: 'enumeration', fieldType: 'select', options: ['friendly', 'firm'] },`,
	Run:      runFieldControl,
}

// controls are the UI controls of the platform's property API.
var controls = []string{
	"booleancheckbox", "calculation_equation", "checkbox", "date", "file", "html", "number", "phonenumber", "radio",
	"select", "text", "textarea",
}

// otherNamesOfControls are what other systems call our controls.
var otherNamesOfControls = map[string]string{
	"dropdown": "select", "combobox": "select", "input": "text", "string": "text", "multiselect": "checkbox",
	"multiline": "textarea", "datetime": "date", "datepicker": "date", "toggle": "booleancheckbox",
	"boolean": "booleancheckbox", "bool": "booleancheckbox", "switch": "booleancheckbox", "phone": "phonenumber",
}

// unfitControls are the controls that cannot hold a type's values.
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
			return // the default control of its type, or field-member-type speaks of it
		case !slices.Contains(controls, control.Text):
			draft := p.Reportf(control.At, "%s has the unknown control %s: known are %s", f, quote(control), oneOf(controls))
			if meant := otherNamesOfControls[control.Text]; meant != "" {
				draft.Hintf("write fieldType: '%s'", meant)
				return
			}
			hintNearest(draft, control.Text, controls)
		case slices.Contains(unfitControls[f.fieldType()], control.Text):
			p.Reportf(
				control.At, "%s is %s %s field, which the control %q cannot hold", f, article(f.fieldType()), f.fieldType(),
				control.Text,
			)
		}
	})
}
