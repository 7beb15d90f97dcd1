package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
)

var enumerationOptions = &checker.Rule{
	ID:       "enumeration-options",
	Severity: diag.Error,
	Title:    "give options to every enumeration and to no other type",
	Why: "options are the choices of an enumeration: without them there is nothing to choose, and other types ignore " +
		"them",
	Hint:   "write options: ['first', 'second']",
	Before: `tone: { type: 'enumeration' },`,
	After:  `tone: { type: 'enumeration', options: ['friendly', 'firm'] },`,
	Run:    runEnumerationOptions,
}

func runEnumerationOptions(p *checker.Pass) {
	eachField(p, func(f field) {
		options, kind := f.value.Get("options"), f.fieldType()
		switch {
		case f.role == roleOutput || kind == "":
			return // outputs have no options; field-type reports an invalid type
		case kind == "enumeration" && options.IsAbsent() && f.value.Has("values"):
			return // field-values-key reports it
		case kind == "enumeration" && options.IsAbsent():
			p.Reportf(f.value.At, "%s is an enumeration without options", f)
		case kind == "enumeration" && options.IsArray() && len(options.Items) == 0:
			p.Reportf(options.At, "%s is an enumeration with an empty list of options", f)
		case kind == "bool" && f.isProperty():
			return // options label true and false in the CRM
		case kind != "enumeration" && !options.IsAbsent():
			p.Reportf(options.At, "%s has options, but its type is %q", f, f.value.Get("type").Text).
				Hintf("write type: 'enumeration', or remove the options")
		}
	})
}
