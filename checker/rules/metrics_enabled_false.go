// The rule metrics-enabled-false: metrics are turned off by false, not by { enabled: false }.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/diag"
)

var metricsEnabledFalse = &checker.Rule{
	ID:       "metrics-enabled-false",
	Severity: diag.Warning,
	Title:    "rateLimits.metrics is turned off by metrics: false",
	Why:      "{ enabled: false } still enables metrics; only metrics: false turns them off",
	Hint:     "write metrics: false",
	Before:   `rateLimits: { metrics: { enabled: false } },`,
	After:    `rateLimits: { metrics: false },`,
	Run:      runMetricsEnabledFalse,
}

func runMetricsEnabledFalse(p *checker.Pass) {
	if enabled := appOption(p, "rateLimits", "metrics", "enabled"); enabled.IsBool() && !enabled.Bool {
		p.Reportf(enabled.At, "enabled: false does not turn metrics off")
	}
}
