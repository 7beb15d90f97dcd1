package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var cardContent = &checker.Rule{
	ID:       "card-content",
	Severity: diag.Warning,
	Title:    "use only input fields of the action in cardContent",
	Why:      "a workflow shows cardContent with each {{field}} replaced by the value of that input field",
	Hint:     "declare the field in input, or correct the name",
	Before: `input: { orderNo: { type: 'string' } },
cardContent: 'Book {{order}}',`,
	After: `input: { orderNo: { type: 'string' } },
cardContent: 'Book {{orderNo}}',`,
	Run: runCardContent,
}

func runCardContent(p *checker.Pass) {
	for _, d := range ofKind(p, declared.Tool) {
		content := d.Options.Get("cardContent")
		if !content.IsString() {
			continue // absent, or option-type reports it
		}
		names, problem := templateNames(content.Text)
		if problem != "" {
			p.Reportf(content.At, "cardContent of %s is malformed: %s", describe(d), problem).Hintf("write {{field}}")
		}
		fields := d.Options.Get("input")
		warnOfLoneBraces(p, d, "cardContent", content, fields.Has)
		for _, name := range names {
			if !fields.Has(name) {
				p.Reportf(content.At, "cardContent of %s names %s, which is not an input field", describe(d), quoteText(name)).
					Suggest(name, memberNames(fields))
			}
		}
	}
}
