package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
)

var eventBatchSize = &checker.Rule{
	ID:       "event-batch-size",
	Severity: diag.Warning,
	Title:    "keep appEvents.batching.maxSize at 500 or less",
	Why:      "the platform accepts at most 500 occurrences per call; larger batches are sent in several calls",
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
