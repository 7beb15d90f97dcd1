// This file has the route of checkpoints: what became of the project's invocations.

package control

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

// checkpointsPath is where the summary is.
const checkpointsPath = "/_svc/control/checkpoints"

// Window is the time and the part of the invocations that a summary is asked for.
type Window struct {
	// Since is a span before now by the clock of the app worker, such as 24h, or a time in milliseconds since
	// the epoch; Until is such a time, "" for now.
	Since, Until string
	// Capability is an id, or <worker>/<id>; "" for all. Kind and Portal narrow alike.
	Capability, Kind, Portal string
	// By is capability, portal or outcome; "" makes no groups.
	By string
	// Step is the length of the steps of the series, in whole minutes; 0 makes none.
	Step time.Duration
}

// Summary says what became of the invocations of a window. Times are milliseconds since the epoch.
type Summary struct {
	ProjectID   string `json:"projectId"`
	Environment string `json:"environment"`
	Since       int64  `json:"since"`
	// From is where the first span that counts begins: at a whole minute or hour, at or before Since.
	From  int64 `json:"from"`
	Until int64 `json:"until"`
	// CompleteUntil is up to when records have surely arrived.
	CompleteUntil int64   `json:"completeUntil"`
	Note          string  `json:"note"`
	Totals        Figures `json:"totals"`
	Groups        []Group `json:"groups"`
	// Step is that of the series, which is longer than it was asked for where only hours are kept.
	Step   int64   `json:"step"`
	Series []Point `json:"series"`
	// Syncs are as they are now; older app workers do not tell.
	Syncs SyncFigures `json:"syncs"`
}

// SyncFigures are what is known of syncs; nil where no alert rule of the app asks for it, or no run has ended.
type SyncFigures struct {
	PoisonRows *float64 `json:"poisonRows"`
	LagMinutes *float64 `json:"lagMinutes"`
}

// Figures are what is known of a set of invocations.
type Figures struct {
	// Count is the size of the sample behind every other number.
	Count int64 `json:"count"`
	// Outcomes has no backpressure, which is a success that is counted apart.
	Outcomes          map[string]int64   `json:"outcomes"`
	Backpressure      int64              `json:"backpressure"`
	Errors            int64              `json:"errors"`
	CRMCalls          int64              `json:"crmCalls"`
	CRMWaitMs         float64            `json:"crmWaitMs"`
	CRM429            int64              `json:"crm429"`
	LatencyMs         *Latency           `json:"latencyMs"` // nil without invocations
	ErrorFingerprints []ErrorFingerprint `json:"errorFingerprints"`
}

// Latency has percentiles, right to one percent, and the exact maximum, in milliseconds.
type Latency struct {
	P50 float64 `json:"p50"`
	P90 float64 `json:"p90"`
	P95 float64 `json:"p95"`
	P99 float64 `json:"p99"`
	Max float64 `json:"max"`
}

// ErrorFingerprint stands for throws of one kind.
type ErrorFingerprint struct {
	Fingerprint string `json:"fingerprint"`
	Count       int64  `json:"count"`
}

// Group is the figures of the invocations that have a key in common: {worker, capabilityId, kind}, {portal} or
// {outcome}.
type Group struct {
	Key map[string]string `json:"key"`
	Figures
}

// Point is one step of the series.
type Point struct {
	At           int64 `json:"at"`
	Count        int64 `json:"count"`
	Errors       int64 `json:"errors"`
	Backpressure int64 `json:"backpressure"`
}

// Checkpoints is the summary of a window.
func (c *Client) Checkpoints(ctx context.Context, w Window) (*Summary, error) {
	query := url.Values{}
	for name, value := range map[string]string{
		"since": w.Since, "until": w.Until, "capability": w.Capability, "kind": w.Kind, "portal": w.Portal, "by": w.By,
	} {
		if value != "" {
			query.Set(name, value)
		}
	}
	if w.Step > 0 {
		query.Set("step", fmt.Sprintf("%dm", (w.Step+time.Minute-1)/time.Minute))
	}
	s := &Summary{}
	if err := c.call(ctx, http.MethodGet, checkpointsPath+"?"+query.Encode(), nil, s); err != nil {
		return nil, err
	}
	return s, nil
}
