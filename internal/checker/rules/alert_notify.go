package rules

import (
	"strings"

	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/publicurl"
)

var alertNotify = &checker.Rule{
	ID:       "alert-notify",
	Severity: diag.Error,
	Title:    "send alerts to an https URL or to secret:<BINDING>",
	Why:      "the control plane posts alerts to notify; keep a URL that contains a key in a secret binding",
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

// checkNotify reports an invalid target. It does not print an invalid binding name, which may be the secret itself.
func checkNotify(p *checker.Pass, target *declared.Value) {
	if binding, isSecret := strings.CutPrefix(target.Text, "secret:"); isSecret {
		if !isIdentifier(binding) || looksLikeKey(binding) {
			p.Reportf(target.At, "notify must name a binding after secret:").
				Hintf("write the name of the binding that holds the URL, such as 'secret:ALERT_WEBHOOK'")
		}
		return
	}
	if _, err := publicurl.Parse(target.Text); err != nil {
		p.Reportf(target.At, "notify %s is neither an https URL nor secret:<BINDING>: %v", quote(target), err)
	}
}
