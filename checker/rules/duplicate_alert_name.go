// The rule duplicate-alert-name: alerts can be told apart.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var duplicateAlertName = &checker.Rule{
	ID:       "duplicate-alert-name",
	Severity: diag.Warning,
	Title:    "no two alerts of an app have one name",
	Why:      "an alert is known by its name where it is received and where it is silenced",
	Hint:     "give one of the two another name",
	Before: `{ name: 'Errors', expr: 'errors > 10', window: '5m' },
{ name: 'Errors', expr: 'errors > 100', window: '1h' },`,
	After: `{ name: 'Errors', expr: 'errors > 10', window: '5m' },
{ name: 'Many errors', expr: 'errors > 100', window: '1h' },`,
	Run: runDuplicateAlertName,
}

func runDuplicateAlertName(p *checker.Pass) {
	first := map[string]*declared.Value{}
	for _, rule := range alertRules(p) {
		name := rule.Get("name")
		if !name.IsString() || isBlank(name.Text) {
			continue // option-type and missing-option speak of these
		}
		if earlier, taken := first[name.Text]; taken {
			p.Reportf(name.At, "the alert name %s is taken", quote(name)).
				Related(earlier.At, "first declared here")
			continue
		}
		first[name.Text] = name
	}
}
