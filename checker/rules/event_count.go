// The rule event-count: an app has as many event types as the platform allows.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/platform"
)

var eventCount = &checker.Rule{
	ID:       "event-count",
	Severity: diag.Warning,
	Title:    "an app has at most 750 event types",
	Why:      "the CRM platform allows 750 event types an app",
	Hint:     "tell similar events apart by a property",
	Before:   `events: invoiceStates.map((state) => appEvent('invoice-' + state, { ... })),`,
	After:    `events: [appEvent('invoice-changed', { properties: { state: { type: 'string' } }, ... })],`,
	Run:      runEventCount,
}

func runEventCount(p *checker.Pass) {
	if p.App == nil {
		return // the config did not load, or is no app: other rules tell
	}
	events := p.App.Options.Get("events")
	count := 0
	for _, item := range events.Items {
		if item.IsRef(declared.AppEvent) {
			count++
		}
	}
	if limit := platform.EventTypesPerApp.Value; count > limit {
		p.Reportf(events.At, "the app has %d event types, more than %d", count, limit)
	}
}
