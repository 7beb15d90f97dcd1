// The rule agent-expose: an agent is offered inputs that exist.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var agentExpose = &checker.Rule{
	ID:       "agent-expose",
	Severity: diag.Error,
	Title:    "expose names input fields of the tool, each once",
	Why:      "expose names the input fields that an agent may fill",
	Hint:     "name a field of input, or remove the entry",
	Before: `input: { tone: { type: 'string' } },
agent: { description: 'Use when ...', expose: ['mood'] },`,
	After: `input: { tone: { type: 'string' } },
agent: { description: 'Use when ...', expose: ['tone'] },`,
	Run: runAgentExpose,
}

func runAgentExpose(p *checker.Pass) {
	for _, d := range p.Declarations {
		if d.Kind != declared.Tool {
			continue // only tools have an agent block
		}
		fields := memberNames(d.Options.Get("input"))
		seen := map[string]*declared.Value{}
		for _, item := range d.Options.Path("agent", "expose").Items {
			if !item.IsString() {
				continue // option-type speaks of it
			}
			if earlier, twice := seen[item.Text]; twice {
				p.Reportf(item.At, "expose names %q twice", item.Text).
					Related(earlier.At, "first named here").Hintf("remove one of the two")
				continue
			}
			seen[item.Text] = item
			checkExposed(p, d, item, fields)
		}
	}
}

func checkExposed(p *checker.Pass, d *declared.Declaration, item *declared.Value, fields []string) {
	if d.Options.Get("input").Get(item.Text).Shape != declared.Undefined {
		return // it is there
	}
	draft := p.Reportf(item.At, "expose names %q, which is no input field of %s", item.Text, describe(d))
	if len(fields) == 0 {
		draft.Hintf("declare the field in input first")
		return
	}
	draft.Hintf("the input fields are %s", allOf(fields))
	hintNearest(draft, item.Text, fields)
}

// memberNames are the names of an object's members that are not undefined.
func memberNames(v *declared.Value) []string {
	var names []string
	for _, member := range v.Members {
		if !member.Value.IsAbsent() {
			names = append(names, member.Name)
		}
	}
	return names
}
