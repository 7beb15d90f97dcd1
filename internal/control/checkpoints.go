package control

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

const checkpointsPath = "/_svc/control/checkpoints"

// Window selects the invocations of a summary.
type Window struct {
	// Since is a duration before now by the clock of the app worker, such as 24h, or a time in Unix milliseconds. Until
	// is such a time, "" for now.
	Since, Until string
	// Capability is an id, or <worker>/<id>; "" for all. So are Kind and Portal.
	Capability, Kind, Portal string
	// By groups by capability, portal or outcome; "" for no groups.
	By string
	// Step is the length of the steps of the series, in whole minutes; 0 for no series.
	Step time.Duration
}

// Summary has the results of the invocations of a window. Times are Unix milliseconds.
type Summary struct {
	ProjectID   string `json:"projectId"`
	Environment string `json:"environment"`
	Since       int64  `json:"since"`
	// From is the start of the first interval: a whole minute or hour, at or before Since.
	From  int64 `json:"from"`
	Until int64 `json:"until"`
	// CompleteUntil is the time until which all records have arrived.
	CompleteUntil int64   `json:"completeUntil"`
	Note          string  `json:"note"`
	Totals        Figures `json:"totals"`
	Groups        []Group `json:"groups"`
	// Step is that of the series. It is longer than requested when only hours are kept.
	Step   int64   `json:"step"`
	Series []Point `json:"series"`
	// Syncs are the current figures; older app workers report none.
	Syncs SyncFigures `json:"syncs"`
}

// SyncFigures are figures of syncs. A member is nil when no alert rule of the app uses it, or no run has ended.
type SyncFigures struct {
	PoisonRows *float64 `json:"poisonRows"`
	LagMinutes *float64 `json:"lagMinutes"`
}

// Figures are the figures of a set of invocations.
type Figures struct {
	// Count is the sample size of every other number.
	Count int64 `json:"count"`
	// Outcomes lacks backpressure, which is a success that is counted separately.
	Outcomes          map[string]int64   `json:"outcomes"`
	Backpressure      int64              `json:"backpressure"`
	Errors            int64              `json:"errors"`
	CRMCalls          int64              `json:"crmCalls"`
	CRMWaitMs         float64            `json:"crmWaitMs"`
	CRM429            int64              `json:"crm429"`
	LatencyMs         *Latency           `json:"latencyMs"` // nil without invocations
	ErrorFingerprints []ErrorFingerprint `json:"errorFingerprints"`
}

// Latency has percentiles, within one percent, and the exact maximum, in milliseconds.
type Latency struct {
	P50 float64 `json:"p50"`
	P90 float64 `json:"p90"`
	P95 float64 `json:"p95"`
	P99 float64 `json:"p99"`
	Max float64 `json:"max"`
}

// ErrorFingerprint identifies errors of one kind.
type ErrorFingerprint struct {
	Fingerprint string `json:"fingerprint"`
	Count       int64  `json:"count"`
}

// Group has the figures of the invocations with one key: {worker, capabilityId, kind}, {portal} or {outcome}.
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

// Checkpoints returns the summary of a window.
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
