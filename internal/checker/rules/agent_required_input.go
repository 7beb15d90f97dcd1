package rules

import (
	"slices"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var agentRequiredInput = &checker.Rule{
	ID:       "agent-required-input",
	Severity: diag.Warning,
	Title:    "expose every required input field to the agent",
	Why: "the runtime rejects a dispatch without a required field, so an agent that may not fill it cannot use the " +
		"tool",
	Hint: "add the field to expose, make it optional, or give it a default",
	Before: `input: { tone: { type: 'string', required: true } },
agent: { description: 'Use when ...', expose: [] },`,
	After: `input: { tone: { type: 'string', required: true } },
agent: { description: 'Use when ...', expose: ['tone'] },`,
	Run: runAgentRequiredInput,
}

func runAgentRequiredInput(p *checker.Pass) {
	for _, d := range ofKind(p, declared.Tool) {
		expose := d.Options.Path("agent", "expose")
		if !expose.IsArray() {
			continue // agents do not use it, or missing-option and option-type report it
		}
		for _, field := range d.Options.Get("input").Members {
			if !isRequired(field.Value) || field.Value.Has("default") {
				continue // the agent may omit it
			}
			exposed := slices.ContainsFunc(expose.Items, func(item *declared.Value) bool {
				return item.IsString() && item.Text == field.Name
			})
			if !exposed {
				p.Reportf(expose.At, "the required input field %q is not exposed to the agent", field.Name).
					Related(field.Value.At, "declared here")
			}
		}
	}
}

// isRequired reports whether a field is required, in either spelling.
func isRequired(field *declared.Value) bool {
	for _, spelling := range []string{"required", "isRequired"} {
		if v := field.Get(spelling); v.IsBool() && v.Bool {
			return true
		}
	}
	return false
}
