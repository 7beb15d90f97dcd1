// The rule alert-notify: an alert goes to an https URL.

package rules

import (
	"strings"

	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/publicurl"
)

var alertNotify = &checker.Rule{
	ID:       "alert-notify",
	Severity: diag.Error,
	Title:    "notify is an https URL, or secret:<BINDING> for one that is kept in a secret",
	Why:      "the control plane posts alerts to notify; an URL that holds a key belongs into a secret binding",
	Hint:     "write an https URL, or 'secret:ALERT_WEBHOOK' for the binding that holds it",
	Before:   `alerts: { notify: 'ops@example.com', rules: [] },`,
	After:    `alerts: { notify: 'https://hooks.example.com/alerts', rules: [] },`,
	Run:      runAlertNotify,
}

func runAlertNotify(p *checker.Pass) {
	targets := texts(appOption(p, "alerts", "notify"))
	for _, rule := range alertRules(p) {
		targets = append(targets, texts(rule.Get("notify"))...)
	}
	for _, target := range targets {
		if !isBlank(target.Text) {
			checkNotify(p, target)
		}
	}
}

// checkNotify never shows what should have been the name of a secret: it may be the secret.
func checkNotify(p *checker.Pass, target *declared.Value) {
	if binding, isSecret := strings.CutPrefix(target.Text, "secret:"); isSecret {
		if !isIdentifier(binding) || looksLikeKey(binding) {
			p.Reportf(target.At, "notify does not name a binding after secret:").
				Hintf("write the name of the binding that holds the URL, such as 'secret:ALERT_WEBHOOK'")
		}
		return
	}
	if _, err := publicurl.Parse(target.Text); err != nil {
		p.Reportf(target.At, "notify %s is neither an https URL nor secret:<BINDING>: %v", quote(target), err)
	}
}
