package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var retryWaits = &checker.Rule{
	ID:       "retry-waits",
	Severity: diag.Warning,
	Title:    "keep rateLimits.retry.baseMs at or below capMs",
	Why:      "capMs is the longest wait; if the first wait is longer, no call is retried",
	Hint:     "lower baseMs or raise capMs; the defaults are 200 ms and 10000 ms",
	Before:   `retry: { baseMs: 5000, capMs: 1000 },`,
	After:    `retry: { baseMs: 500, capMs: 10000 },`,
	Run:      runRetryWaits,
}

// Defaults of the waits, in milliseconds (spec, Client-side budget defaults).
const (
	defaultBaseMs = 200
	defaultCapMs  = 10_000
)

func runRetryWaits(p *checker.Pass) {
	base, limit := appOption(p, "rateLimits", "retry", "baseMs"), appOption(p, "rateLimits", "retry", "capMs")
	first, longest := numberOr(base, defaultBaseMs), numberOr(limit, defaultCapMs)
	switch {
	case first <= longest:
	case base.IsAbsent():
		p.Reportf(limit.At, "capMs %s is below the default baseMs of %d", quote(limit), defaultBaseMs)
	case limit.IsAbsent():
		p.Reportf(base.At, "baseMs %s is above the default capMs of %d", quote(base), defaultCapMs)
	default:
		p.Reportf(base.At, "baseMs %s is above capMs %s", quote(base), quote(limit)).
			Related(limit.At, "capMs is declared here")
	}
}

// numberOr returns a declared positive number, else the fallback. option-type reports other values.
func numberOr(v *declared.Value, fallback float64) float64 {
	if isFinite(v) && v.Num > 0 {
		return v.Num
	}
	return fallback
}
