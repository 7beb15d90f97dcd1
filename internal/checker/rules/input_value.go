package rules

import (
	"slices"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var inputValue = &checker.Rule{
	ID:       "input-value",
	Severity: diag.Warning,
	Title:    "use input fields as values of their type",
	Why: "the runtime gives the handler values of the declared types: a bool is true or false, not a string, a json " +
		"field is parsed already, and an enumeration is one of its options",
	Hint: "compare with a value of the field's type",
	Before: `input: { vip: { type: 'bool' } },
handler: (ctx) => ok({ price: ctx.input.vip === 'true' ? 0 : 9 }),`,
	After: `input: { vip: { type: 'bool' } },
handler: (ctx) => ok({ price: ctx.input.vip === true ? 0 : 9 }),`,
	Run: func(p *checker.Pass) {
		eachUse(p, declared.InputValue, func(use declared.Use) {
			name, kind := use.Path[0], use.Path[1]
			switch {
			case kind == "json":
				p.Reportf(use.At, "the json field %q is parsed already", name).
					Hintf("use ctx.input.%s itself: JSON.parse throws for an object", name)
			case use.Known != nil:
				p.Reportf(use.At, "%s is not an option of the input field %q", shownChoice(use.Text), name).
					Hintf("the options are %s", allOf(use.Known)).Suggest(use.Text, use.Known)
			default:
				p.Reportf(use.At, "the input field %q of type %s never equals %s", name, kind, use.Text)
			}
		})
	},
}

// shownChoice quotes a text. The shape of another literal, such as "a number", stays as it is.
func shownChoice(text string) string {
	if slices.Contains([]string{"a number", "a boolean", "a string"}, text) {
		return text
	}
	return quoteText(text)
}
