package rules

import (
	"slices"

	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var fieldValueSource = &checker.Rule{
	ID:       "field-value-source",
	Severity: diag.Error,
	Title:    "use valid values in valueSource and supportedValueTypes",
	Why: "valueSource is 'static', 'property' or 'both'; supportedValueTypes lists 'STATIC_VALUE', 'OBJECT_PROPERTY' " +
		"or 'FIELD_DATA'",
	Hint:   "write valueSource: 'both', or supportedValueTypes: ['STATIC_VALUE', 'OBJECT_PROPERTY']",
	Before: `amount: { type: 'number', valueSource: 'OBJECT_PROPERTY' },`,
	After:  `amount: { type: 'number', valueSource: 'property' },`,
	Run:    runFieldValueSource,
}

var (
	valueSources        = []string{"static", "property", "both"}
	supportedValueTypes = []string{"STATIC_VALUE", "OBJECT_PROPERTY", "FIELD_DATA"}
)

func runFieldValueSource(p *checker.Pass) {
	eachField(p, func(f field) {
		if f.role == roleOutput {
			return // unknown-field-member reports both on outputs
		}
		source := f.value.Get("valueSource")
		if !source.IsAbsent() && (!source.IsString() || !slices.Contains(valueSources, source.Text)) {
			draft := p.Reportf(source.At, "valueSource of %s must be %s, not %s", f, oneOf(valueSources), quote(source))
			hintNearest(draft, source.Text, valueSources)
		}
		checkSupportedValueTypes(p, f, f.value.Get("supportedValueTypes"))
	})
}

func checkSupportedValueTypes(p *checker.Pass, f field, types *declared.Value) {
	switch {
	case types.IsAbsent():
		return // static only
	case !types.IsArray():
		p.Reportf(types.At, "supportedValueTypes of %s must be an array, not %s", f, quote(types))
		return
	case len(types.Items) == 0:
		p.Reportf(types.At, "supportedValueTypes of %s is empty, so the field can never have a value", f).
			Hintf("remove it to allow static values only")
		return
	}
	seen := map[string]*declared.Value{}
	for _, item := range types.Items {
		if !item.IsString() || !slices.Contains(supportedValueTypes, item.Text) {
			draft := p.Reportf(item.At, "supportedValueTypes of %s must contain %s, not %s",
				f, oneOf(supportedValueTypes), quote(item))
			hintNearest(draft, item.Text, supportedValueTypes)
			continue
		}
		if earlier, twice := seen[item.Text]; twice {
			p.Reportf(item.At, "supportedValueTypes of %s lists %q twice", f, item.Text).
				Related(earlier.At, "first listed here").Hintf("remove one of the two")
			continue
		}
		seen[item.Text] = item
	}
}
