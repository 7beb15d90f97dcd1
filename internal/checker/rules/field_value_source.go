package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var fieldValueSource = &checker.Rule{
	ID:       "field-value-source",
	Severity: diag.Error,
	Title:    "use valid values in valueSource and supportedValueTypes",
	Why: "valueSource is " + literals(inputFieldMembers, "valueSource") +
		"; supportedValueTypes lists " + literals(inputFieldMembers, "supportedValueTypes"),
	Hint:   "write valueSource: 'both', or supportedValueTypes: ['STATIC_VALUE', 'OBJECT_PROPERTY']",
	Before: `amount: { type: 'number', valueSource: 'OBJECT_PROPERTY' },`,
	After:  `amount: { type: 'number', valueSource: 'property' },`,
	Run:    runFieldValueSource,
}

var (
	valueSources        = optionAt(inputFieldMembers, "valueSource").words
	supportedValueTypes = optionAt(inputFieldMembers, "supportedValueTypes").words
)

func runFieldValueSource(p *checker.Pass) {
	eachField(p, func(f field) {
		if f.role == roleOutput {
			return // unknown-field-member reports both on outputs
		}
		reportUnlessWord(p, f.value.Get("valueSource"), "valueSource of "+f.String(), valueSources)
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
	first := firstTexts{}
	for _, item := range types.Items {
		if !isOneOf(item, supportedValueTypes...) {
			p.Reportf(item.At, "supportedValueTypes of %s must contain %s, not %s",
				f, oneOf(supportedValueTypes), quote(item)).
				Suggest(item.Text, supportedValueTypes)
			continue
		}
		if earlier, taken := first.earlier(item.Text, item); taken {
			p.Reportf(item.At, "supportedValueTypes of %s lists %q twice", f, item.Text).
				Related(earlier.At, "first listed here").Hintf("remove one of the two")
		}
	}
}

var valueSourceIgnored = &checker.Rule{
	ID:       "value-source-ignored",
	Severity: diag.Warning,
	Title:    "set valueSource or supportedValueTypes, not both",
	Why:      "supportedValueTypes overrides valueSource",
	Hint:     "remove valueSource",
	Before:   `amount: { type: 'number', valueSource: 'both', supportedValueTypes: ['STATIC_VALUE'] },`,
	After:    `amount: { type: 'number', supportedValueTypes: ['STATIC_VALUE', 'OBJECT_PROPERTY'] },`,
	Run:      runValueSourceIgnored,
}

func runValueSourceIgnored(p *checker.Pass) {
	eachField(p, func(f field) {
		source, types := f.value.Get("valueSource"), f.value.Get("supportedValueTypes")
		if f.role == roleOutput || source.IsAbsent() || types.IsAbsent() {
			return // at most one is set, or the role has neither
		}
		p.Reportf(source.At, "valueSource of %s is ignored because supportedValueTypes is set", f).
			Related(types.At, "supportedValueTypes is set here")
	})
}
