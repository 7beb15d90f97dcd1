package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
)

var eventBatchSize = &checker.Rule{
	ID:       "event-batch-size",
	Severity: diag.Warning,
	Title:    "keep appEvents.batching.maxSize at 500 or less",
	Why:      "the platform accepts at most 500 occurrences per call; the runtime sends larger batches in several calls",
	Hint:     "set maxSize to 500 or less",
	Before:   `appEvents: { batching: { maxSize: 5000 } },`,
	After:    `appEvents: { batching: { maxSize: 500 } },`,
	Run:      runEventBatchSize,
}

func runEventBatchSize(p *checker.Pass) {
	limit := float64(platform.EventBatch.Value)
	if size := appOption(p, "appEvents", "batching", "maxSize"); isFinite(size) && size.Num > limit {
		p.Reportf(size.At, "maxSize %s is above the limit of %s occurrences per call", quote(size), quoteNumber(limit))
	}
}

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
	if isSurfaceCap(limit) {
		return // the calls wait as long as their surface has time
	}
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

// isSurfaceCap reports whether calls wait as long as their surface has time.
func isSurfaceCap(limit *declared.Value) bool { return limit.IsString() && limit.Text == "surface" }

// numberOr returns a declared positive number, else the fallback. option-type reports other values.
func numberOr(v *declared.Value, fallback float64) float64 {
	if isPositive(v) {
		return v.Num
	}
	return fallback
}

var tokensPerCall = &checker.Rule{
	ID:       "tokens-per-call",
	Severity: diag.Error,
	Title:    "keep requestedTokensPerCall within the bucket's capacity",
	Why:      "every ctx.crm call leases its tokens before it is sent; a lease larger than the bucket is never granted",
	Hint:     "lower requestedTokensPerCall or raise capacity; the default capacity is 100",
	Before:   `bucket: { capacity: 10, requestedTokensPerCall: 20 },`,
	After:    `bucket: { capacity: 10, requestedTokensPerCall: 1 },`,
	Run:      runTokensPerCall,
}

// Default capacity of the general bucket, in tokens (spec, Client-side budget defaults).
const defaultCapacity = 100

func runTokensPerCall(p *checker.Pass) {
	bucket := appOption(p, "rateLimits", "bucket")
	tokens, capacity := bucket.Get("requestedTokensPerCall"), bucket.Get("capacity")
	held := numberOr(capacity, defaultCapacity)
	if !isFinite(tokens) || tokens.Num <= held {
		return
	}
	draft := p.Reportf(tokens.At, "requestedTokensPerCall %s is above the capacity %s", quote(tokens), quoteNumber(held))
	if !capacity.IsAbsent() {
		draft.Related(capacity.At, "capacity is declared here")
	}
}

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

var metricsEnabledFalse = &checker.Rule{
	ID:       "metrics-enabled-false",
	Severity: diag.Warning,
	Title:    "turn metrics off with metrics: false",
	Why:      "the object { enabled: false } still enables metrics; only metrics: false turns them off",
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

var webhookConcurrency = &checker.Rule{
	ID:       "webhook-concurrency",
	Severity: diag.Error,
	Title:    "let the platform send at least 6 webhooks at once",
	Why:      "the platform rejects a project whose webhooks.maxConcurrentRequests is below 6",
	Hint:     "write 6 or more, or leave it out for the default of 10",
	Before:   `webhooks: { maxConcurrentRequests: 1 },`,
	After:    `webhooks: { maxConcurrentRequests: 6 },`,
	Run:      runWebhookConcurrency,
}

func runWebhookConcurrency(p *checker.Pass) {
	least := platform.WebhookConcurrency
	most := appOption(p, "webhooks", "maxConcurrentRequests")
	if formCount.unmet(most) == "" && most.Num < float64(least.Value) {
		p.Reportf(most.At, "maxConcurrentRequests %s is below the minimum of %d %s", quote(most), least.Value, least.Unit)
	}
}

var deliveryRetention = &checker.Rule{
	ID:       "delivery-retention",
	Severity: diag.Warning,
	Title:    "keep failed deliveries for at most 30 days",
	Why:      "the runtime deletes copies of failed deliveries after 30 days, whatever deliveries.keepDays says",
	Hint:     "write 30 or less, or leave it out for the default of 7",
	Before:   `deliveries: { keepDays: 90 },`,
	After:    `deliveries: { keepDays: 30 },`,
	Run:      runDeliveryRetention,
}

func runDeliveryRetention(p *checker.Pass) {
	most := platform.DeliveryRetention
	days := appOption(p, "deliveries", "keepDays")
	if formAmount.unmet(days) == "" && days.Num > float64(most.Value) {
		p.Reportf(days.At, "keepDays %s is above the maximum of %d %s", quote(days), most.Value, most.Unit)
	}
}
