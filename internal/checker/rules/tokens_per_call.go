package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
)

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
