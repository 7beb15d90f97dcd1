// The rule event-batch-size: a batch of app events fits one call.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
)

var eventBatchSize = &checker.Rule{
	ID:       "event-batch-size",
	Severity: diag.Warning,
	Title:    "appEvents.batching.maxSize is at most 500",
	Why:      "the platform takes up to 500 occurrences in one call: a larger batch is sent in several",
	Hint:     "write a maxSize of 500 or less",
	Before:   `appEvents: { batching: { maxSize: 5000 } },`,
	After:    `appEvents: { batching: { maxSize: 500 } },`,
	Run:      runEventBatchSize,
}

func runEventBatchSize(p *checker.Pass) {
	limit := float64(platform.EventBatch.Value)
	if size := appOption(p, "appEvents", "batching", "maxSize"); isFinite(size) && size.Num > limit {
		p.Reportf(size.At, "maxSize %s is more than one call takes (%s)", quote(size), quoteNumber(limit))
	}
}
