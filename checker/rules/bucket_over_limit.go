// The rule bucket-over-limit: the client-side budget is not above what the CRM gives anybody.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
)

var bucketOverLimit = &checker.Rule{
	ID:       "bucket-over-limit",
	Severity: diag.Warning,
	Title:    "the rate bucket stays within the published limits of the CRM's API",
	Why:      "the CRM answers 429 above its burst limit: 110 calls per 10 s for marketplace apps, at most 250 for private ones, and 5 searches per second for all; one 429 halves the refill rate",
	Hint:     "lower the number, or leave it out: the defaults fit every tier",
	Before:   `defineApp({ distribution: 'marketplace', rateLimits: { bucket: { refillPerSecond: 25 } }, ... })`,
	After:    `defineApp({ distribution: 'marketplace', rateLimits: { bucket: { refillPerSecond: 10 } }, ... })`,
	Run:      runBucketOverLimit,
}

// burstSeconds is the window of the CRM's burst limit (spec, Limits).
const burstSeconds = 10

func runBucketOverLimit(p *checker.Pass) {
	burst := platform.BurstPrivate
	if appOption(p, "distribution").Text == "marketplace" {
		burst = platform.BurstMarketplace
	}
	bucket := appOption(p, "rateLimits", "bucket")
	reportOverLimit(p, bucket, "capacity", float64(burst.Value), burst.Unit)
	reportOverLimit(p, bucket, "refillPerSecond", float64(burst.Value)/burstSeconds, "calls per second")
	for _, option := range []string{"searchCapacity", "searchRefillPerSecond"} {
		reportOverLimit(p, bucket, option, float64(platform.SearchRate.Value), platform.SearchRate.Unit)
	}
}

func reportOverLimit(p *checker.Pass, bucket *declared.Value, option string, most float64, unit string) {
	if v := bucket.Get(option); isFinite(v) && v.Num > most {
		p.Reportf(v.At, "%s %s is above the CRM's limit of %s %s", option, quote(v), quoteNumber(most), unit)
	}
}
