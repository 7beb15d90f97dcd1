package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var reservedOutputField = &checker.Rule{
	ID:       "reserved-output-field",
	Severity: diag.Error,
	Title:    "do not name an output field crm_execution_state",
	Why:      "the runtime adds crm_execution_state to the output fields in its response and would overwrite the field",
	Hint:     "rename the output field",
	Before:   `output: { crm_execution_state: { type: 'string' } },`,
	After:    `output: { state: { type: 'string' } },`,
	Run:      runReservedOutputField,
}

// executionState is the output field with the outcome of an action (spec, States and transitions).
const executionState = "crm_execution_state"

func runReservedOutputField(p *checker.Pass) {
	eachField(p, func(f field) {
		if f.role == roleOutput && f.owner.Kind == declared.Tool && f.name == executionState {
			p.Reportf(f.value.At, "the output field %q is reserved for the runtime", f.name)
		}
	})
}
