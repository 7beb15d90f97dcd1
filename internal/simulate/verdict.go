package simulate

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/devserver"
)

const (
	// narrow is the share of the daily limit below which the rest is reported.
	narrow = 0.2
	// paced is the share of the burst limit that pacing sustains.
	paced = 0.8
)

// judge sets Fits, OK and Findings. Messages has a message of each status.
func (r *Report) judge(b budget, messages map[string]string) {
	r.Fits = r.Unfinished == 0 && (r.Day.Limit == 0 || r.Day.Peak < r.Day.Limit)
	failures := r.Outcomes[devserver.StatusError] + r.Outcomes[devserver.StatusTimeout] +
		r.Outcomes[devserver.StatusRejected]
	r.OK = r.Fits && failures+r.GaveUp+r.failedRuns() == 0
	r.Findings = []string{}
	r.judgeWork(b)
	r.judgeCalls(b)
	for _, status := range Sorted(r.Outcomes) {
		why := messages[status]
		if status == devserver.StatusError && len(r.Thrown) > 0 {
			why = r.Thrown[0].Message
		}
		if status != devserver.StatusOK && status != devserver.StatusBackpressure && why != "" {
			r.add("%s ended with status %s: %s", Count(r.Outcomes[status], "invocation"), status, why)
		}
	}
	if failures > 0 && len(r.Sample) > 0 {
		r.add("the input was a sample, %s: pass real input with --input", r.Sample)
	}
	for _, host := range Sorted(r.Outside) {
		r.add("%s to %s stayed local: every host except the CRM returns the --outside response",
			Count(r.Outside[host], "request"), host)
	}
	if r.CRM.Calls == 0 {
		r.add("the CRM was not called")
	}
}

func (r *Report) add(format string, args ...any) {
	r.Findings = append(r.Findings, fmt.Sprintf(format, args...))
}

func (r *Report) failedRuns() int {
	if r.Syncs == nil {
		return 0
	}
	return r.Syncs.Runs["failed"] + r.Syncs.Runs["cancelled"]
}

// judgeWork reports work that was not done.
func (r *Report) judgeWork(b budget) {
	if r.Unfinished > 0 {
		end := "were not retried"
		if r.Surface != devserver.SurfaceAction {
			end = fmt.Sprintf("gave up after %d attempts", maxAttempts)
		}
		r.add("%s of %s hit an exhausted budget and %s, so their work is lost", Number(r.Unfinished),
			Count(r.Invocations, r.unit()), end)
	}
	r.judgeRecords(b)
	if failed := r.failedRuns(); failed > 0 {
		r.add("%s failed: %s", Count(failed, "sync run"), r.Syncs.Message)
	}
	if r.Syncs != nil && r.Syncs.Poison > 0 {
		r.add("%s quarantined: svc dev stores poison rows with the reason", Count(r.Syncs.Poison, "row"))
	}
	if r.GaveUp > 0 {
		r.add("%s gave up after %d attempts that all asked for a retry", Count(r.GaveUp, "invocation"), maxAttempts)
	}
}

// judgeCalls reports what limits did to calls.
func (r *Report) judgeCalls(b budget) {
	if r.CRM.Limited > 0 {
		var policies []string
		for _, policy := range Sorted(r.CRM.Policies) {
			policies = append(policies, fmt.Sprintf("%s %s", Number(r.CRM.Policies[policy]), policy))
		}
		r.add("%s of %s got a 429 from the CRM: %s", Number(r.CRM.Limited), Count(r.CRM.Calls, "call"),
			strings.Join(policies, ", "))
	}
	if r.CRM.Searches > 0 && r.TurnedAway > 0 {
		r.add("searches have a separate budget of %g per second and portal: %s take %s", b.searchRefill,
			Count(r.CRM.Searches, "search"), Duration(r.WallMs))
	}
	if r.Day.Limit > 0 && r.Day.Left <= narrow {
		r.add("this run used %s of the daily limit of %s", Number(r.Day.Peak), Count(r.Day.Limit, "call"))
	}
}

// judgeRecords reports that calls grow with records. Batches avoid that.
func (r *Report) judgeRecords(b budget) {
	general := r.CRM.Calls - r.CRM.Searches
	if r.Rows == 0 || r.Unfinished == 0 || r.CRM.Batches > 0 {
		return
	}
	done := r.Rows - r.Unfinished
	if done == 0 || general < done/2 && r.CRM.Searches < done/2 {
		return
	}
	each := float64(general) / float64(done)
	if each >= 0.5 {
		r.add("one call per record exceeds the limit: %.1f calls per record, but a portal admits %g at once and then %g "+
			"per second", each, b.capacity, b.refill)
	}
	sustained := b.refill
	if r.Window.Limit > 0 {
		sustained = min(b.refill, paced*float64(r.Window.Limit)/(r.Window.WindowMs/1000))
	}
	seconds := float64(r.Rows) * max(each/sustained, float64(r.CRM.Searches)/float64(done)/b.searchRefill)
	r.add("put many records into one call with ctx.crm.batch.objects, or spread them over %s: --over %s",
		Duration(seconds*1000), time.Duration(math.Ceil(seconds*1.05))*time.Second)
}

// unit is the word for one invocation.
func (r *Report) unit() string {
	switch r.Surface {
	case devserver.SurfaceAction:
		return "record"
	case devserver.SurfaceEvents:
		return "delivery"
	case devserver.SurfaceSync:
		return "run"
	case devserver.SurfaceCard:
		return "opening"
	}
	return "invocation"
}
