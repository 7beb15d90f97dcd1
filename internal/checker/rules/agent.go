package rules

import (
	"slices"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/manifest"
)

var agentExpose = &checker.Rule{
	ID:       "agent-expose",
	Severity: diag.Error,
	Title:    "list only input fields of the tool in expose, each once",
	Why:      "expose lists the input fields that an agent may fill",
	Hint:     "name a field of input, or remove the entry",
	Before: `input: { tone: { type: 'string' } },
agent: { description: 'Use when ...', expose: ['mood'] },`,
	After: `input: { tone: { type: 'string' } },
agent: { description: 'Use when ...', expose: ['tone'] },`,
	Run: runAgentExpose,
}

func runAgentExpose(p *checker.Pass) {
	for _, d := range ofKind(p, declared.Tool) {
		fields := memberNames(d.Options.Get("input"))
		first := firstTexts{}
		for _, item := range d.Options.Path("agent", "expose").Items {
			if !item.IsString() {
				continue // option-type reports it
			}
			if earlier, taken := first.earlier(item.Text, item); taken {
				p.Reportf(item.At, "expose lists %q twice", item.Text).
					Related(earlier.At, "first listed here").Hintf("remove one of the two")
				continue
			}
			checkExposed(p, d, item, fields)
		}
		checkShared(p, d, fields, first)
	}
}

// checkShared reports fields that a shared component shows to agents although expose does not list them.
func checkShared(p *checker.Pass, d *declared.Declaration, fields []string, exposed firstTexts) {
	place := d.Options.Path("agent", "component")
	if place.Text != manifest.AgentShared {
		return
	}
	for _, field := range fields {
		if _, listed := exposed[field]; !listed {
			p.Reportf(place.At, "a shared component shows agents every input field, but expose does not list %q", field).
				Hintf("add the field to expose, or write component: 'separate'")
		}
	}
}

func checkExposed(p *checker.Pass, d *declared.Declaration, item *declared.Value, fields []string) {
	if d.Options.Get("input").Get(item.Text).Shape != declared.Undefined {
		return
	}
	draft := p.Reportf(item.At, "expose lists %q, which is not an input field of %s", item.Text, describe(d))
	if len(fields) == 0 {
		draft.Hintf("declare the field in input first")
		return
	}
	draft.Hintf("the input fields are %s", allOf(fields))
	draft.Suggest(item.Text, fields)
}

// memberNames returns the names of an object's defined members.
func memberNames(v *declared.Value) []string {
	var names []string
	for _, member := range v.Members {
		if !member.Value.IsAbsent() {
			names = append(names, member.Name)
		}
	}
	return names
}

var agentRequiredInput = &checker.Rule{
	ID:       "agent-required-input",
	Severity: diag.Warning,
	Title:    "expose every required input field to the agent",
	Why: "the runtime rejects a call without a required field, so an agent that may not fill the field cannot use " +
		"the tool",
	Hint: "add the field to expose, or make it optional",
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
			if !isRequired(field.Value) {
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
