// The rule tokens-per-call: a call takes no more tokens than its bucket can hold.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/diag"
)

var tokensPerCall = &checker.Rule{
	ID:       "tokens-per-call",
	Severity: diag.Error,
	Title:    "requestedTokensPerCall is at most the capacity of the bucket",
	Why:      "every ctx.crm call takes its lease before it leaves: one that is larger than the bucket can never be had",
	Hint:     "lower requestedTokensPerCall or raise capacity; the default capacity is 100",
	Before:   `bucket: { capacity: 10, requestedTokensPerCall: 20 },`,
	After:    `bucket: { capacity: 10, requestedTokensPerCall: 1 },`,
	Run:      runTokensPerCall,
}

// defaultCapacity is the capacity of the general bucket, in tokens (spec, Client-side budget defaults).
const defaultCapacity = 100

func runTokensPerCall(p *checker.Pass) {
	tokens, capacity := appOption(p, "rateLimits", "bucket", "requestedTokensPerCall"), appOption(
		p, "rateLimits", "bucket", "capacity",
	)
	holds := numberOr(capacity, defaultCapacity)
	if !isFinite(tokens) || tokens.Num <= holds {
		return // left out, no number, or it fits
	}
	draft := p.Reportf(
		tokens.At, "requestedTokensPerCall %s is more than the capacity %s", quote(tokens), quoteNumber(holds),
	)
	if !capacity.IsAbsent() {
		draft.Related(capacity.At, "capacity is declared here")
	}
}
