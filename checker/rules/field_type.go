// The rule field-type: a field has a type that exists.

package rules

import (
	"strings"

	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/diag"
)

var fieldTypeRule = &checker.Rule{
	ID:       "field-type",
	Severity: diag.Error,
	Title:    "a field has one of the field types",
	Why:      "FieldType is 'string', 'number', 'bool', 'boolean', 'enumeration', 'datetime' or 'json', or one of their legacy upper-case spellings; there is no 'enum' type",
	Hint:     "write one of 'string', 'number', 'bool', 'enumeration', 'datetime' and 'json'",
	Before:   `tone: { type: 'enum', options: ['friendly', 'firm'] },`,
	After:    `tone: { type: 'enumeration', options: ['friendly', 'firm'] },`,
	Run:      runFieldType,
}

// otherNamesOfTypes are what other systems call our types, by lower-case name.
var otherNamesOfTypes = map[string]string{
	"enum": "enumeration", "select": "enumeration", "choice": "enumeration",
	"text": "string", "str": "string", "textarea": "string", "phone_number": "string", "html": "string",
	"int": "number", "integer": "number", "float": "number", "double": "number", "decimal": "number", "currency": "number",
	"checkbox": "bool", "booleancheckbox": "bool",
	"date": "datetime", "time": "datetime", "timestamp": "datetime",
	"object": "json", "array": "json", "any": "json", "unknown": "json",
}

func runFieldType(p *checker.Pass) {
	eachField(p, func(f field) {
		written := f.value.Get("type")
		switch {
		case written.IsAbsent():
			p.Reportf(f.value.At, "%s has no type", f)
		case !written.IsString():
			p.Reportf(written.At, "the type of %s must be a string, not %s", f, quote(written))
		case f.fieldType() == "":
			reportUnknownType(p, f)
		}
	})
}

func reportUnknownType(p *checker.Pass, f field) {
	written := f.value.Get("type")
	draft := p.Reportf(written.At, "%s has the unknown type %s: valid are %s", f, quote(written), oneOf(fieldTypes))
	switch meant := otherNamesOfTypes[strings.ToLower(written.Text)]; {
	case written.Text == "enum":
		draft.Hintf("write type: 'enumeration': there is no 'enum' type")
	case meant != "":
		draft.Hintf("write type: '%s'", meant)
	default:
		hintNearest(draft, written.Text, fieldTypes)
	}
}
