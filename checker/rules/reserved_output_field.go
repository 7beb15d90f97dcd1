// The rule reserved-output-field: no output field has the name that tells the platform how the action ended.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var reservedOutputField = &checker.Rule{
	ID:       "reserved-output-field",
	Severity: diag.Error,
	Title:    "no output field of a tool is called crm_execution_state",
	Why:      "the runtime answers the platform with the output fields and crm_execution_state beside them: it would overwrite the field",
	Hint:     "give the output field another name",
	Before:   `output: { crm_execution_state: { type: 'string' } },`,
	After:    `output: { state: { type: 'string' } },`,
	Run:      runReservedOutputField,
}

// executionState is the output field that tells the platform how an action ended (spec, States and transitions).
const executionState = "crm_execution_state"

func runReservedOutputField(p *checker.Pass) {
	eachField(p, func(f field) {
		if f.role == roleOutput && f.owner.Kind == declared.Tool && f.name == executionState {
			p.Reportf(f.value.At, "the output field %q is the runtime's own", f.name)
		}
	})
}
