package rules

import (
	"slices"

	"github.com/appsvc/svc/internal/alertexpr"
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var alertLabel = &checker.Rule{
	ID:       "alert-label",
	Severity: diag.Warning,
	Title:    "use capabilities and kinds of this project in an alert's labels",
	Why:      "a condition on a capability or kind that the project does not have is never true",
	Hint:     "use the id of a capability of this project, or one of the kinds tool, cardBackend, trigger and sync",
	Before:   `expr: 'errors{kind="card"} > 0'`,
	After:    `expr: 'errors{kind="cardBackend"} > 0'`,
	Run:      runAlertLabel,
}

// capabilityKinds are the kinds of capabilities, named as in checkpoints.
var capabilityKinds = []string{
	string(declared.Tool), string(declared.CardBackend), string(declared.Trigger), string(declared.Sync),
}

func runAlertLabel(p *checker.Pass) {
	for _, rule := range alertRules(p) {
		expr := rule.Get("expr")
		condition := alertExprOf(p, expr).Expr
		if condition == nil {
			continue // alert-expr reports it
		}
		for _, comparison := range condition.Comparisons() {
			for _, label := range comparison.Labels {
				checkAlertLabel(p, expr, label)
			}
		}
	}
}

func checkAlertLabel(p *checker.Pass, expr *declared.Value, label alertexpr.Label) {
	switch label.Name {
	case "kind":
		if !slices.Contains(capabilityKinds, label.Value) {
			p.Reportf(expr.At, "unknown capability kind %q", label.Value).
				Hintf("write %s", oneOf(capabilityKinds)).Suggest(label.Value, capabilityKinds)
		}
	case "capability":
		known := capabilityIDs(p)
		if allEvaluated(p) && !slices.Contains(known, label.Value) {
			p.Reportf(expr.At, "the project has no capability %q", label.Value).Suggest(label.Value, known)
		}
	}
}

// capabilityIDs returns the ids of all registered capabilities, sorted and without duplicates.
func capabilityIDs(p *checker.Pass) []string {
	var ids []string
	for _, worker := range workersOf(p) {
		for _, d := range worker.Capabilities {
			ids = append(ids, d.ID)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}
