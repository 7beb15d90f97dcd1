package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
)

var bucketOverLimit = &checker.Rule{
	ID:       "bucket-over-limit",
	Severity: diag.Warning,
	Title:    "keep the rate-limit bucket within the CRM's published limits",
	Why: "above its burst limit the CRM answers 429, and each 429 halves the refill rate; the limits are 110 calls " +
		"per 10 s for marketplace apps, up to 250 for private apps, and 5 searches per second",
	Hint:   "lower the number, or remove it: the defaults fit every tier",
	Before: `defineApp({ distribution: 'marketplace', rateLimits: { bucket: { refillPerSecond: 25 } }, ... })`,
	After:  `defineApp({ distribution: 'marketplace', rateLimits: { bucket: { refillPerSecond: 10 } }, ... })`,
	Run:    runBucketOverLimit,
}

// Window of the CRM's burst limit, in seconds (spec, Limits).
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
