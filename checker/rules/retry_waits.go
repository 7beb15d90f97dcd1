// The rule retry-waits: the first wait of a retry is not longer than the longest.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var retryWaits = &checker.Rule{
	ID:       "retry-waits",
	Severity: diag.Warning,
	Title:    "rateLimits.retry.baseMs is at most capMs",
	Why:      "capMs is the longest wait: with a longer first wait no call is ever retried",
	Hint:     "lower baseMs or raise capMs; the defaults are 200 and 10000",
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
		p.Reportf(limit.At, "capMs %s is less than baseMs, which is %d by default", quote(limit), defaultBaseMs)
	case limit.IsAbsent():
		p.Reportf(base.At, "baseMs %s is more than capMs, which is %d by default", quote(base), defaultCapMs)
	default:
		p.Reportf(base.At, "baseMs %s is more than capMs %s", quote(base), quote(limit)).
			Related(limit.At, "capMs is declared here")
	}
}

// numberOr is a number that was declared, else the default; one that is no finite number counts as the
// default too, since option-type speaks of it.
func numberOr(v *declared.Value, byDefault float64) float64 {
	if isFinite(v) && v.Num > 0 {
		return v.Num
	}
	return byDefault
}
