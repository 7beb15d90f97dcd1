package rules

import (
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
)

var fieldTypeRule = &checker.Rule{
	ID:       "field-type",
	Severity: diag.Error,
	Title:    "use a valid field type",
	Why: "valid types are 'string', 'number', 'bool', 'boolean', 'enumeration', 'datetime' and 'json', and their " +
		"legacy upper-case spellings; there is no 'enum' type",
	Hint:   "write one of 'string', 'number', 'bool', 'enumeration', 'datetime' and 'json'",
	Before: `tone: { type: 'enum', options: ['friendly', 'firm'] },`,
	After:  `tone: { type: 'enumeration', options: ['friendly', 'firm'] },`,
	Run:    runFieldType,
}

// otherNamesOfTypes are names that other systems have for the field types, in lower case.
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
	draft := p.Reportf(written.At, "%s has the unknown type %s", f, quote(written))
	if meant := otherNamesOfTypes[strings.ToLower(written.Text)]; meant != "" {
		draft.Hintf("write type: '%s'", meant).Replace(written.Text, meant, diag.Safe)
		return
	}
	draft.Suggest(written.Text, fieldTypes)
}
