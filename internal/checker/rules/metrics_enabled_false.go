package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
)

var metricsEnabledFalse = &checker.Rule{
	ID:       "metrics-enabled-false",
	Severity: diag.Warning,
	Title:    "turn metrics off with metrics: false",
	Why:      "metrics: { enabled: false } still enables metrics; only metrics: false turns them off",
	Hint:     "write metrics: false",
	Before:   `rateLimits: { metrics: { enabled: false } },`,
	After:    `rateLimits: { metrics: false },`,
	Run:      runMetricsEnabledFalse,
}

func runMetricsEnabledFalse(p *checker.Pass) {
	if enabled := appOption(p, "rateLimits", "metrics", "enabled"); enabled.IsBool() && !enabled.Bool {
		p.Reportf(enabled.At, "enabled: false does not turn off metrics")
	}
}
