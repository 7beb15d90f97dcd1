// The rule alert-label: an alert watches something that the project has.

package rules

import (
	"slices"

	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/alertexpr"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var alertLabel = &checker.Rule{
	ID:       "alert-label",
	Severity: diag.Warning,
	Title:    "the labels of an alert name a capability and a kind of the project",
	Why:      "a condition on a capability or a kind that the project does not have never holds",
	Hint:     "name a capability of the project, or one of the kinds tool, cardBackend, trigger and sync",
	Before:   `expr: 'errors{kind="card"} > 0'`,
	After:    `expr: 'errors{kind="cardBackend"} > 0'`,
	Run:      runAlertLabel,
}

// capabilityKinds are the kinds of capabilities as checkpoints name them.
var capabilityKinds = []string{
	string(declared.Tool), string(declared.CardBackend), string(declared.Trigger), string(declared.Sync),
}

func runAlertLabel(p *checker.Pass) {
	for _, rule := range alertRules(p) {
		expr := rule.Get("expr")
		condition, err := alertexpr.Parse(expr.Text)
		if !expr.IsString() || err != nil {
			continue // alert-expr speaks of it
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
			draft := p.Reportf(expr.At, "no capability is of the kind %q", label.Value).
				Hintf("write %s", oneOf(capabilityKinds))
			hintNearest(draft, label.Value, capabilityKinds)
		}
	case "capability":
		known := capabilityIDs(p)
		if allEvaluated(p) && !slices.Contains(known, label.Value) {
			draft := p.Reportf(expr.At, "no capability of the project is called %q", label.Value)
			hintNearest(draft, label.Value, known)
		}
	}
}

// capabilityIDs are the ids of all capabilities that stand on a worker, sorted, each once.
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
