// This file says what a report means: whether the work fits, and what to do where it does not.

package simulate

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/appsvc/svc/devserver"
)

// narrow is the share of a limit that is worth a word when no more of it is left.
const narrow = 0.2

// paced is the share of a limit that pacing reaches for long: it keeps clear of the edge.
const paced = 0.8

// judge fills in Fits and Findings. said is a message of each status.
func (r *Report) judge(b budget, said map[string]string) {
	r.Fits = r.Unfinished == 0 && (r.Day.Limit == 0 || r.Day.Peak < r.Day.Limit)
	failedRuns := 0
	if r.Syncs != nil {
		failedRuns = r.Syncs.Runs["failed"] + r.Syncs.Runs["cancelled"]
	}
	failures := r.Outcomes[devserver.StatusError] + r.Outcomes[devserver.StatusTimeout] +
		r.Outcomes[devserver.StatusRejected]
	r.OK = r.Fits && failures+r.GaveUp+failedRuns == 0
	r.Findings = []string{}
	say := func(format string, args ...any) { r.Findings = append(r.Findings, fmt.Sprintf(format, args...)) }
	if r.Unfinished > 0 {
		gaveUp := "did not come again"
		if r.Surface != devserver.SurfaceAction {
			gaveUp = fmt.Sprintf("gave up after %d times", mostAttempts)
		}
		say(
			"%s of %s met a spent budget and %s, so their work was not done", Number(r.Unfinished),
			Count(r.Invocations, r.what()), gaveUp,
		)
	}
	r.perRecord(b, say)
	if failedRuns > 0 {
		say("%s failed: %s", Count(failedRuns, "sync run"), r.Syncs.Message)
	}
	if r.Syncs != nil && r.Syncs.Poison > 0 {
		say("%s set aside: svc dev keeps such rows, each with its reason", Count(r.Syncs.Poison, "row"))
	}
	if r.GaveUp > 0 {
		say("%s gave up after %d times, each time asked to come again", Count(r.GaveUp, "invocation"), mostAttempts)
	}
	if r.CRM.Limited > 0 {
		var policies []string
		for _, policy := range Sorted(r.CRM.Policies) {
			policies = append(policies, fmt.Sprintf("%s %s", Number(r.CRM.Policies[policy]), policy))
		}
		say(
			"%s of %s met a 429 of the CRM: %s", Number(r.CRM.Limited), Count(r.CRM.Calls, "call"), strings.Join(policies, ", "),
		)
	}
	if r.CRM.Searches > 0 && r.TurnedAway > 0 {
		say(
			"searches have a budget of their own, %g a second a portal: %s take %s", b.searchRefill,
			Count(r.CRM.Searches, "search"), Duration(r.WallMs),
		)
	}
	if r.Day.Limit > 0 && r.Day.Left <= narrow {
		say("the day has room for %s, and this took %s", Count(r.Day.Limit, "call"), Number(r.Day.Peak))
	}
	for _, status := range Sorted(r.Outcomes) {
		why := said[status]
		if status == devserver.StatusError && len(r.Thrown) > 0 {
			why = r.Thrown[0].Message
		}
		if status != devserver.StatusOK && status != devserver.StatusBackpressure && why != "" {
			say("%s ended %s: %s", Count(r.Outcomes[status], "invocation"), status, why)
		}
	}
	if failures > 0 && len(r.Sample) > 0 {
		say("the input was a sample, %s: give a real one by --input", r.Sample)
	}
	for _, host := range Sorted(r.Outside) {
		say(
			"%s to %s never left: every host but the CRM answers what --outside says", Count(r.Outside[host], "request"), host,
		)
	}
	if r.CRM.Calls == 0 {
		say("the CRM was not called")
	}
}

// perRecord says when calls grow with records, which only batches keep from happening.
func (r *Report) perRecord(b budget, say func(string, ...any)) {
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
		say(
			"one call per record will not fit the window: %.1f calls a record, and a portal has %g at once and %g a second after that",
			each, b.capacity, b.refill,
		)
	}
	sustained := b.refill
	if r.Window.Limit > 0 {
		sustained = min(b.refill, paced*float64(r.Window.Limit)/(r.Window.WindowMs/1000))
	}
	seconds := float64(r.Rows) * max(each/sustained, float64(r.CRM.Searches)/float64(done)/b.searchRefill)
	say("take many records in one call by ctx.crm.batch.objects, or let them come over %s: --over %s",
		Duration(seconds*1000), time.Duration(math.Ceil(seconds*1.05))*time.Second)
}

// what is the word for one invocation.
func (r *Report) what() string {
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

// Number writes thousands with commas.
func Number(n int) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// Count is a number of things.
func Count(n int, word string) string {
	if n != 1 {
		switch {
		case strings.HasSuffix(word, "ch"):
			word += "es"
		case strings.HasSuffix(word, "y"):
			word = strings.TrimSuffix(word, "y") + "ies"
		default:
			word += "s"
		}
	}
	return Number(n) + " " + word
}

// Duration writes a time as people say it: 350 ms, 12.4 s, 20 min 50 s, 3 h 5 min.
func Duration(millis float64) string {
	d := time.Duration(millis * float64(time.Millisecond))
	switch {
	case d < time.Second:
		return fmt.Sprintf("%d ms", d.Milliseconds())
	case d < time.Minute:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d < time.Hour:
		return strings.TrimSuffix(fmt.Sprintf("%d min %d s", int(d.Minutes()), int(d.Seconds())%60), " 0 s")
	}
	return strings.TrimSuffix(fmt.Sprintf("%d h %d min", int(d.Hours()), int(d.Minutes())%60), " 0 min")
}
