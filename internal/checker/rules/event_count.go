package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
)

var eventCount = &checker.Rule{
	ID:       "event-count",
	Severity: diag.Warning,
	Title:    "declare at most 750 event types",
	Why:      "the CRM platform allows 750 event types per app",
	Hint:     "combine similar events, and distinguish them by a property",
	Before:   `events: invoiceStates.map((state) => appEvent('invoice-' + state, { ... })),`,
	After:    `events: [appEvent('invoice-changed', { properties: { state: { type: 'string' } }, ... })],`,
	Run:      runEventCount,
}

func runEventCount(p *checker.Pass) {
	if p.App == nil {
		return // other rules report a missing app
	}
	events := p.App.Options.Get("events")
	count := 0
	for _, item := range events.Items {
		if item.IsRef(declared.AppEvent) {
			count++
		}
	}
	if limit := platform.EventTypesPerApp.Value; count > limit {
		p.Reportf(events.At, "the app has %d event types; the limit is %d", count, limit)
	}
}
